// What keys and fingers do at a table; loaded when somebody asks.
import type { Words } from '../text';

export const keys = {
  'keys.digits': { zh: '点起第几张；再按一次打出', en: 'raise that tile; once more: discard it' },
  'keys.arrows': { zh: '在手牌里移动', en: 'move along the hand' },
  'keys.move': { zh: '把这张牌往旁边挪', en: 'move the tile along the hand' },
  'keys.sort': { zh: '重新理牌', en: 'sort the hand again' },
  'keys.talk': { zh: '说一句', en: 'say something' },
  'keys.drag': {
    zh: '左右拖动一张牌，可以自己摆手牌；这一局里都记得。',
    en: 'Drag a tile sideways to lay the hand your own way; it stays so for this deal.',
  },
  'keys.felt': {
    zh: '点一下桌面，把点起的牌放下。',
    en: 'Tap the felt to lower a raised tile.',
  },
  'keys.enter': { zh: '点起这张；再按一次打出', en: 'raise the tile; once more: discard it' },
  'keys.space': {
    zh: '打出刚摸的牌（能胡时不打）',
    en: 'discard the drawn tile (never past a win)',
  },
  'keys.no': { zh: '不要：过，或不胡', en: 'no: pass, or no win' },
  'keys.escape': {
    zh: '合上提示、放下点起的牌；从不作答',
    en: 'close hints, lower tiles; never an answer',
  },
  'keys.help': { zh: '这张表', en: 'this list' },
  'keys.tap': {
    zh: '点一下把牌点起，再点一下打出；可以在设置里改成一下打出。',
    en: 'Tap to raise a tile, tap again to discard it; one tap is enough if you set it so.',
  },
  'keys.flick': { zh: '往上一拨，直接打出。', en: 'Flick a tile upwards to discard it at once.' },
  'keys.guard': {
    zh: '新问题出来的头 0.3 秒按键不算，按住不放只算一次，免得误打。',
    en:
      'In the first 0.3 seconds of a question no key counts, and a key held down counts once: ' +
      'nothing is thrown by accident.',
  },
} satisfies Words;
