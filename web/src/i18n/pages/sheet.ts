// Words of the sheet of house rules; they come with it.
import type { Words } from '../text';

export const sheet = {
  title: { zh: '家规：{name}', en: 'House rules: {name}' },
  lead: {
    zh: '只列与默认不同的选项；没有列出的都照规则书。',
    en: 'Only what differs from the default; all else is as in the rule book.',
  },
  none: {
    zh: '没有改动：全部照规则书。',
    en: 'Nothing is changed: all is as in the rule book.',
  },
  value: { zh: '这里', en: 'Here' },
  usual: { zh: '默认', en: 'Default' },
  players: { zh: '{n} 人', en: '{n} players' },
  version: { zh: '规则版本 {n}', en: 'Rules, version {n}' },
  print: { zh: '打印', en: 'Print' },
  room: { zh: '照这份家规开房间', en: 'Open a room with these rules' },
  book: { zh: '规则书', en: 'Rule book' },
  refused: { zh: '看不懂的选项：{names}', en: 'Options that are not known: {names}' },
} satisfies Words;
