// Words of the sheet for playing alone; loaded with it.
import type { Words } from '../text';

export const solo = {
  title: { zh: '自己玩 · {name}', en: 'Play alone · {name}' },
  paceHint: {
    zh: '不限时就一直等你；也可以随时暂停',
    en: 'Without a limit the table waits for you; you can pause in any case',
  },
  practiceHint: {
    zh: '不限时，提示常开，可以悔上一张牌；不计入战绩数据',
    en: 'No clock, hints open, your last discard can be taken back; counts in no figures',
  },
} satisfies Words;
