// Words of the page for addresses that lead nowhere; they come with it.
import type { Words } from '../text';

export const missing = {
  title: { zh: '没有这一页', en: 'No such page' },
  text: {
    zh: '地址里可能有个字打错了，或者那张牌桌已经收了。',
    en: 'There may be a slip in the address, or that table is over.',
  },
  nearby: { zh: '你要找的也许是', en: 'Perhaps you were looking for' },
  pages: { zh: '这里有', en: 'What is here' },
  room: { zh: '房间 {code}', en: 'Room {code}' },
  book: { zh: '{name}：规则书', en: '{name}: rule book' },
  table: { zh: '{name}：开房间', en: '{name}: open a room' },
  replay: { zh: '回放', en: 'Replays' },
  api: { zh: 'HTTP 接口', en: 'HTTP interface' },
  account: { zh: '账号', en: 'Account' },
} satisfies Words;
