// Payments of a deal, put together for reading: entries that differ only in who pays become one
// booking. Nothing is computed anew.
import type { Text } from '../i18n/index.svelte';
import type { Entry, Seat, Step } from './view';

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

/** Bookings in which a seat is paid for its win come first on the winner's sheet. */
export function concerning(all: readonly Booking[], seat: Seat): Booking[] {
  return all.filter((booking) =>
    booking.payments.some((entry) => entry.to === seat || entry.from === seat),
  );
}
