// Words of the settlement that only it needs; loaded with it.
import type { Words } from '../text';

export const settlement = {
  yours: { zh: '你这一局', en: 'Your deal' },
  theirs: { zh: '{name} 这一局', en: 'This deal, {name}' },
  now: { zh: '现在 {n}', en: 'now {n}' },
  clause: { zh: '条款 {id}', en: 'Clause {id}' },
  pays: { zh: '{name} 付', en: '{name} pays' },
  pay: { zh: '{name} 各付', en: 'each pays: {name}' },
  and: { zh: '、', en: ', ' },
  'share.2': { zh: '{sum}，每人一半：{n}', en: '{sum}, half each: {n}' },
  'share.3': { zh: '{sum}，每人三分之一：{n}', en: '{sum}, a third each: {n}' },
  share: { zh: '{sum}，分作 {parts} 份：每份 {n}', en: '{sum}, in {parts} parts: {n} each' },
  hands: { zh: '各家的牌', en: 'The hands' },
  winner: { zh: '胡', en: 'won' },
} satisfies Words;
