// Words for talking at the table; loaded with it.
import type { Words } from '../text';

export const talk = {
  open: { zh: '说话', en: 'Talk' },
  panel: { zh: '说一句', en: 'Say something' },
  mute: { zh: '不听谁说话', en: 'Who is muted' },
  muted: { zh: '不听 {name}', en: 'Mute {name}' },
  says: { zh: '{name}：{what}', en: '{name}: {what}' },
  sort: { zh: '重新理牌', en: 'Sort the hand again' },
} satisfies Words;
