// Words for the voice that calls; loaded with the settings of it.
import type { Words } from '../text';

export const voice = {
  pack: { zh: '语音包', en: 'Voice pack' },
  none: { zh: '用浏览器的语音', en: "the browser's speech" },
  choose: { zh: '选文件', en: 'Choose a file' },
  remove: { zh: '不用了', en: 'Remove' },
  bad: { zh: '这不是语音包，或者太大', en: 'This is no voice pack, or too large' },
  unkept: { zh: '浏览器没能记住它', en: 'The browser could not keep it' },
} satisfies Words;
