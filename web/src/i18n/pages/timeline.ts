// Words of the line on which a replay is played; loaded with it.
import type { Words } from '../text';

export const timeline = {
  'replay.controls': { zh: '播放控制', en: 'Playback' },
  'replay.progress': { zh: '进度', en: 'Progress' },
  'replay.step': { zh: '第 {n} 步，共 {m} 步', en: 'Step {n} of {m}' },
  'replay.first': { zh: '到开头', en: 'To the beginning' },
  'replay.end': { zh: '到结尾', en: 'To the end' },
  'replay.back': { zh: '后退一步', en: 'One step back' },
  'replay.forward': { zh: '前进一步', en: 'One step forward' },
  'replay.markBack': { zh: '上一个关键处', en: 'Previous mark' },
  'replay.markForward': { zh: '下一个关键处', en: 'Next mark' },
  'replay.speed': { zh: '速度', en: 'Speed' },
} satisfies Words;
