// The own hand as it lies: in which order, and what stays the same tile from one view to the next.
import { arranged } from '../state/tiles';
import type { Tile, View } from '../state/view';

/** A tile of the own hand as it lies: the key stays the same while the tile does. */
export interface Held {
  key: string;
  tile: Tile;
  drawn: boolean;
}

/** How far the drawn tile lies apart, in tiles. */
export const APART = 0.32;

/** Whether a hand of so many tiles has the one that is thrown next: sets of three and a pair. */
export const isFull = (tiles: number): boolean => tiles % 3 === 2;

/** Places for a hand of so many tiles: one stays free for the drawn tile, so that none moves. */
export const placesOf = (tiles: number): number => (isFull(tiles) ? tiles : tiles + 1);

/**
 * Sorted tiles in the order that the player has laid: what was not there then comes behind the tile
 * that it follows when all are sorted.
 */
export function laid(sorted: readonly Tile[], order: readonly Tile[]): Tile[] {
  const left = [...sorted];
  const result: Tile[] = [];
  for (const tile of order) {
    const at = left.indexOf(tile);
    if (at >= 0) result.push(...left.splice(at, 1));
  }
  for (const tile of left) {
    const before = sorted
      .slice(0, sorted.indexOf(tile) + 1)
      .findLast((one) => result.includes(one));
    result.splice(before === undefined ? 0 : result.lastIndexOf(before) + 1, 0, tile);
  }
  return result;
}

/** The own hand in the order it lies, the drawn tile last and apart. */
export function layOut(
  view: View,
  wilds: readonly Tile[],
  order: 'msp' | 'mps',
  own: readonly Tile[] | null = null,
): Held[] {
  const player = view.seat === null ? undefined : view.players[view.seat];
  if (player?.hand === undefined || player.hand === null) return [];
  const rest = [...player.hand];
  const drawn = player.drawn !== null && rest.includes(player.drawn) ? player.drawn : null;
  if (drawn !== null) rest.splice(rest.lastIndexOf(drawn), 1);
  const copies = new Map<Tile, number>();
  const sorted = arranged(rest, wilds, order);
  const held = (own === null ? sorted : laid(sorted, own)).map((tile) => {
    const copy = copies.get(tile) ?? 0;
    copies.set(tile, copy + 1);
    return { key: `${tile}.${copy}`, tile, drawn: false };
  });
  return drawn === null ? held : [...held, { key: `${drawn}.drawn`, tile: drawn, drawn: true }];
}
