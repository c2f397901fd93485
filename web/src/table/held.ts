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

/** The own hand in the order it lies, the drawn tile last and apart. */
export function layOut(view: View, wilds: readonly Tile[], order: 'msp' | 'mps'): Held[] {
  const player = view.seat === null ? undefined : view.players[view.seat];
  if (player?.hand === undefined || player.hand === null) return [];
  const rest = [...player.hand];
  const drawn = player.drawn !== null && rest.includes(player.drawn) ? player.drawn : null;
  if (drawn !== null) rest.splice(rest.lastIndexOf(drawn), 1);
  const copies = new Map<Tile, number>();
  const held = arranged(rest, wilds, order).map((tile) => {
    const copy = copies.get(tile) ?? 0;
    copies.set(tile, copy + 1);
    return { key: `${tile}.${copy}`, tile, drawn: false };
  });
  return drawn === null ? held : [...held, { key: `${drawn}.drawn`, tile: drawn, drawn: true }];
}
