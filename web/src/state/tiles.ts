// Small helpers on written tiles: reading `46p`, and the order in which a hand lies.
import type { Tile } from './view';

/** `123m5z` as single tiles. */
export function parseTiles(text: string): Tile[] {
  return [...text.matchAll(/([0-9]+)([mpszf])/g)].flatMap(([, digits = '', suit = '']) =>
    [...digits].map((d) => d + suit),
  );
}

/** Tiles written as the engine writes them: ascending, one suit letter per run of a suit. */
export function formatTiles(tiles: Tile[]): string {
  const sorted = [...tiles].sort(
    (a, b) => 'mpszf'.indexOf(a[1] ?? '') - 'mpszf'.indexOf(b[1] ?? '') || a.localeCompare(b),
  );
  return sorted.map((tile, i) => (sorted[i + 1]?.[1] === tile[1] ? tile[0] : tile)).join('');
}

/** A copy of the hand as it lies: wild tiles first, then suit by suit. */
export function arranged(
  tiles: readonly Tile[],
  wilds: readonly Tile[],
  order: 'msp' | 'mps',
): Tile[] {
  const suits = `${order}zf`;
  const rank = (tile: Tile): number =>
    (wilds.includes(tile) ? 0 : 100 + suits.indexOf(tile[1] ?? '') * 10) + Number(tile[0]);
  return [...tiles].sort((a, b) => rank(a) - rank(b));
}
