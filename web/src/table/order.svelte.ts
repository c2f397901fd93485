// How the player has laid the own hand: remembered for one deal, through a reload.
import { windowStorage } from '../state/storage';
import type { Tile } from '../state/view';

const KEY = 'sifang.order';
/** No hand has more tiles. */
const MOST = 20;

interface Laid {
  deal: string;
  tiles: readonly Tile[];
}

/** Reads what was stored, if it is that. */
export function restore(stored: string | null): Laid | null {
  try {
    const found = JSON.parse(stored ?? 'null') as Partial<Laid> | null;
    const { deal, tiles } = found ?? {};
    const whole =
      typeof deal === 'string' &&
      Array.isArray(tiles) &&
      tiles.length <= MOST &&
      tiles.every((tile) => typeof tile === 'string');
    return whole ? { deal, tiles: tiles } : null;
  } catch {
    return null;
  }
}

class Order {
  #laid = $state.raw<Laid | null>(restore(windowStorage()?.getItem(KEY) ?? null));

  /** The tiles as they were laid in this deal; null: sorted. */
  of(deal: string): readonly Tile[] | null {
    return this.#laid?.deal === deal ? this.#laid.tiles : null;
  }

  lay(deal: string, tiles: readonly Tile[] | null): void {
    this.#laid = tiles === null ? null : { deal, tiles };
    if (this.#laid === null) windowStorage()?.removeItem(KEY);
    else windowStorage()?.setItem(KEY, JSON.stringify(this.#laid));
  }
}

export const order = new Order();
