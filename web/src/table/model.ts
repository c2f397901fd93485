// What the table component needs to draw a table; where it comes from (socket, replay, fixture) is
// no matter here.
import { signed, type Text } from '../i18n/index.svelte';
import type { Values } from '../lobby/schema';
import type { Entry, Seat, Tile, View } from '../state/view';
import type { ShownPromise } from '../state/watch.svelte';
import { extrasOf } from './extras';

/** Who sits at a seat. */
export interface SeatInfo {
  name: string;
  /** Whose it is, where a person sits there. */
  player?: string;
  bot: boolean;
  /** Played for by the house. */
  auto: boolean;
  online: boolean;
  /** Points of the match before this deal. */
  total: number;
}

/** A running countdown, in milliseconds of this browser's clock. */
export interface Clock {
  seats: Seat[];
  endsAt: number;
  total: number;
  /** What the viewer itself has beyond that. */
  bank: number;
}

export interface OptionInForce {
  label: Text;
  value: Text;
}

export interface TableModel {
  view: View;
  seats: SeatInfo[];
  name: Text;
  /** Names this deal among all others; absent where nothing is played. */
  dealt?: string;
  /** Number of the deal from 1, and how many there will be where that is known. */
  deal: number;
  deals: number | null;
  /** Options that differ from their defaults. */
  options: OptionInForce[];
  /**
   * The same as they are written, for asking the server about this match; absent where nobody knows
   * them.
   */
  values?: Values;
  clock: Clock | null;
  /** Payments of this deal that the viewer may know. */
  entries: Entry[];
  hintsAllowed: boolean;
  /** How many people watch; the viewer is one of them. Nothing of it in a replay. */
  watchers?: number;
  watching?: boolean;
  /** What fixed the walls; absent where nothing is played. */
  promise?: ShownPromise | null;
}

/**
 * The points of a seat as this rule set counts them, and how they are written: some begin with a
 * stock of points, others with nothing.
 */
export function pointsOf(
  model: TableModel,
  seat: Seat,
): { now: number; text: (points: number) => string } {
  const stock = extrasOf(model.view.rules).traits.seat?.(model.view, seat).points;
  if (stock !== undefined) return { now: stock, text: (n) => (n < 0 ? signed(n) : String(n)) };
  const total = model.seats[seat]?.total ?? 0;
  return { now: total + (model.view.players[seat]?.points ?? 0), text: signed };
}

/** Copies of a kind that the viewer cannot see anywhere; every kind has four, flowers one. */
export function unseen(view: View, tile: Tile): number {
  let seen = 0;
  const count = (tiles: readonly (Tile | null)[] | null): void => {
    for (const one of tiles ?? []) if (one === tile) seen += 1;
  };
  for (const player of view.players) {
    count(player.hand);
    player.melds.forEach((meld) => count(meld.tiles));
    count(player.river.map((thrown) => thrown.tile));
  }
  count(view.aside.map((aside) => aside.tile));
  return Math.max(0, (tile[1] === 'f' ? 1 : 4) - seen);
}

/** The order of the latest thrown tile still lying in a river; none before the first. */
export function lastOrder(view: View): number {
  return Math.max(
    -1,
    ...view.players.flatMap((player) => player.river.map((thrown) => thrown.order)),
  );
}

/** Whose move it is on screen: the seats that are asked as far as everybody may know. */
export function onTurn(view: View): Seat | null {
  return view.stage?.seat ?? null;
}
