// Payments of a deal, put together for reading: entries that differ only in who pays become one
// booking. Nothing is computed anew.
import type { Text } from '../i18n/index.svelte';
import type { Entry, Step, Win } from './view';

export interface Booking {
  title: Text;
  clause: string;
  steps: Step[];
  payments: Entry[];
}

const sameWhy = (a: Entry, b: Entry): boolean =>
  a.zh === b.zh &&
  a.clause === b.clause &&
  (a.to === b.to || a.from === b.from) &&
  JSON.stringify(a.steps) === JSON.stringify(b.steps);

export function bookings(entries: readonly Entry[]): Booking[] {
  const result: Booking[] = [];
  for (const entry of entries) {
    const last = result.at(-1);
    const first = last?.payments[0];
    if (last !== undefined && first !== undefined && sameWhy(first, entry))
      last.payments.push(entry);
    else
      result.push({
        title: { zh: entry.zh, en: entry.en },
        clause: entry.clause,
        steps: entry.steps,
        payments: [entry],
      });
  }
  return result;
}

/** What each seat won or lost by these entries. */
export function balances(entries: readonly Entry[], seats: number): number[] {
  const result: number[] = Array.from({ length: seats }, () => 0);
  for (const entry of entries) {
    result[entry.from] = (result[entry.from] ?? 0) - entry.points;
    result[entry.to] = (result[entry.to] ?? 0) + entry.points;
  }
  return result;
}

/** The fan of a booking and everything else of its explanation, each in the engine's order. */
export function parts(booking: Booking): { fans: Step[]; formula: Step[] } {
  return {
    fans: booking.steps.filter((step) => step.op === 'fan'),
    formula: booking.steps.filter((step) => step.op !== 'fan'),
  };
}

/** How a clause is named that pays for a win on somebody's tile. */
const ON_A_TILE = ['pay.discard', 'pay.rob_kong', 'pay.kong_discard'];

/** The payments for one win, and not those for kongs, stakes or penalties beside it. */
export function paymentsOf(win: Pick<Win, 'seat' | 'from'>, entries: readonly Entry[]): Entry[] {
  const paid = entries.filter(({ to, clause, reverses }) => {
    const name = clause.split('.').slice(1).join('.');
    const won = win.from === null ? name === 'pay.self_draw' : ON_A_TILE.includes(name);
    return to === win.seat && reverses === null && won;
  });
  // A seat may win more than once: on tiles of different players.
  const direct = paid.filter(({ from }) => from === win.from);
  return direct.length > 0 ? direct : paid;
}

/** What made a win worth its points: the fans of its bookings, each once. */
export function fansOf(booked: readonly Booking[]): Step[] {
  const found = new Map<string, Step>();
  for (const step of booked.flatMap(({ steps }) => steps)) {
    // A limit hand is where the amount starts.
    const fan = step.op === 'fan' || (step.op === 'start' && step.clause.includes('.fan.'));
    if (fan && step.n >= 0 && !found.has(step.id)) found.set(step.id, step);
  }
  return [...found.values()];
}
