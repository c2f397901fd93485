// Where each seat sits on this screen: the viewer at the bottom, play runs counter-clockwise.
import type { Seat } from '../state/view';

export type Place = 'bottom' | 'right' | 'top' | 'left';

const PLACES: Record<number, readonly Place[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'right', 'left'],
  4: ['bottom', 'right', 'top', 'left'],
};

/** The place of `seat` for a viewer at `own` (a spectator looks from seat 0). */
export function placeOf(seat: Seat, own: Seat | null, seats: number): Place {
  const places = PLACES[seats] ?? PLACES[4]!;
  return places[(seat - (own ?? 0) + seats) % seats] ?? 'bottom';
}

/** Which of the owner's neighbours a claimed tile came from: previous, opposite or next. */
export function sourceSide(
  owner: Seat,
  from: Seat,
  seats: number,
): 'previous' | 'opposite' | 'next' | null {
  if (owner === from) return null;
  const distance = (from - owner + seats) % seats;
  if (distance === 1 && seats > 2) return 'next';
  return distance === seats - 1 && seats > 2 ? 'previous' : 'opposite';
}
