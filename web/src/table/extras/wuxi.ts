// Improved Wuxi on the screen: the running flower count, the warning at seven flowers, the choice
// at eight.
import type { WuxiExtra as Extra } from '../../generated/protocol';
import type { View } from '../../state/view';
import type { Traits } from './traits';

const extra = (view: View): Extra => view.extra as Extra;
const shown = (view: View, seat: number): number =>
  view.aside.filter((a) => a.why === 'flower' && a.seat === seat).length;

export const traits: Traits = {
  signature: [{ tile: '5f' }, { tile: '2f' }, { tile: '8f' }, { tile: '5z' }],
  seat: (view, seat) => ({
    flowers: extra(view).flowers[seat] ?? 0,
    badges:
      shown(view, seat) === 7 ? [{ text: { zh: '七花', en: '7 flowers' }, look: 'cinnabar' }] : [],
  }),
  notices: (view) =>
    view.players.some((_, seat) => shown(view, seat) === 7)
      ? [{ zh: '有人已亮七花', en: 'a seat shows seven flowers' }]
      : [],
  question: (view) =>
    view.stage?.name === 'eight' ? { zh: '八花到齐，八仙过海！', en: 'All eight flowers!' } : null,
  wording: (view, choice) => {
    if (view.stage?.name !== 'eight') return null;
    if (choice.verb === 'hu') return { note: { zh: '八仙过海', en: 'eight flowers' } };
    return choice.verb === 'pass' ? { text: { zh: '接着打', en: 'Play on' } } : null;
  },
};
