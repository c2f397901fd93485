// Words for how a hand was read and what does not count of it, for two sets of options side by
// side. They are loaded with what shows them.
import type { Words } from '../text';

export const reading = {
  'kind.run': { zh: '顺子', en: 'Sequence' },
  'kind.triplet': { zh: '刻子', en: 'Triplet' },
  'kind.kong': { zh: '杠', en: 'Kong' },
  'kind.pair': { zh: '对子', en: 'Pair' },
  'kind.orphans': { zh: '十三幺', en: 'Orphans' },
  'kind.single': { zh: '单张', en: 'Single tile' },
  stands: { zh: '当作{tile}', en: 'stands for {tile}' },
  notCounted: { zh: '看着有、但不算的', en: 'Seems to be there, but does not count' },
  why: { zh: '条款', en: 'Clause' },
  compare: { zh: '换一套选项比一比', en: 'Compare with other options' },
  compareEnd: { zh: '不比了', en: 'Stop comparing' },
  compared: { zh: '同一手牌，两套选项', en: 'The same hand under two sets of options' },
  first: { zh: '第一套选项', en: 'First set of options' },
  second: { zh: '第二套选项', en: 'Second set of options' },
  asDefault: { zh: '全按默认', en: 'All at their defaults' },
  sameForBoth: { zh: '两套选项结果相同', en: 'Both come to the same' },
  differ: { zh: '两套选项结果不同', en: 'They come to different results' },
} satisfies Words;
