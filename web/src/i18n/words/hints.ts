// Words of the hints.
import type { Words } from '../text';

export const hints = {
  'hint.advice': { zh: '建议：', en: 'Advice:' },
  'hint.now': { zh: '现在听', en: 'You wait for' },
  'hint.after': { zh: '打', en: 'Discard' },
  'hint.kinds': { zh: '{n} 种，见到还剩 {m} 张', en: '{n} kinds, {m} unseen' },
  'hint.wait': { zh: '听', en: 'wait' },
  'hint.count': { zh: '剩 {n}', en: '{n} left' },
  'hint.pts': { zh: '{n} 分', en: '{n} pts' },
  'hint.none': { zh: '还没有听牌。', en: 'Not ready yet.' },
  'hint.leftNote': { zh: '“剩”是你看不到的张数。', en: '“left” counts the tiles you cannot see.' },

  'hints.title': { zh: '提示', en: 'Hints' },
  'hints.clause': { zh: '条文', en: 'clause' },
  'hints.hand': { zh: '手牌', en: 'Your hand' },
  'hints.away': {
    zh: '差 {n} 张，有用的还有 {m} 张',
    en: '{n} tiles away, {m} helpful tiles unseen',
  },
  'hints.best': { zh: '荐', en: 'best' },
  'hints.draw': { zh: '自摸', en: 'self-draw' },
  'hints.taken': { zh: '点炮', en: 'discard' },
  'hints.useful': { zh: '有用的牌', en: 'Helpful tiles' },
  'hints.not': { zh: '不能{what}：', en: 'No {what}:' },
  'hints.more': { zh: '其他 {n} 种打法', en: '{n} other discards' },
  'hints.about': {
    zh: '胡牌后翻牌可能加倍。',
    en: 'Tiles turned up after the win may multiply it.',
  },
  'hints.thinking': { zh: '正在看牌……', en: 'Looking at the tiles …' },
} satisfies Words;
