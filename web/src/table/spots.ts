// Where things are on the felt, in pixels from its corner: for what flies from seat to seat and for
// what somebody says.
import type { Seat } from '../state/view';

export interface Spot {
  x: number;
  y: number;
}

/** The middle of the picture of a seat. */
export function spotOf(felt: Element, seat: Seat): Spot | null {
  const picture = felt.querySelector(`.seat-card[data-seat="${seat}"] .seat-avatar`);
  if (picture === null) return null;
  const [on, at] = [felt.getBoundingClientRect(), picture.getBoundingClientRect()];
  return { x: at.left + at.width / 2 - on.left, y: at.top + at.height / 2 - on.top };
}

/** The same, moved so that a box of this size around it lies on the felt. */
export function within(felt: Element, spot: Spot, width: number, height: number): Spot {
  const edge = 6;
  const keep = (at: number, size: number, all: number): number =>
    Math.max(edge + size / 2, Math.min(all - edge - size / 2, at));
  return {
    x: keep(spot.x, width, felt.clientWidth),
    y: keep(spot.y, height, felt.clientHeight),
  };
}
