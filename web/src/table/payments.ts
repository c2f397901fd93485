// The payments among events, as they are shown: one for each pair of payer and receiver, and what
// each seat has of it in the end.
import type { Seat, SeenEvent } from '../state/view';

export interface Flight {
  from: Seat;
  to: Seat;
  points: number;
}

/** Payments put together; what goes back and forth between two seats is one difference. */
export function flights(events: readonly SeenEvent[]): Flight[] {
  const sums = new Map<string, Flight>();
  for (const event of events) {
    if (event.type !== 'posted') continue;
    const { from, to, points } = event.entry;
    const [a, b] = from < to ? [from, to] : [to, from];
    const sum = sums.get(`${a} ${b}`) ?? { from: a, to: b, points: 0 };
    sum.points += from === a ? points : -points;
    sums.set(`${a} ${b}`, sum);
  }
  return [...sums.values()]
    .filter(({ points }) => points !== 0)
    .map(({ from, to, points }) =>
      points > 0 ? { from, to, points } : { from: to, to: from, points: -points },
    );
}

/** What each seat gains or loses by them, without those that have nothing of it. */
export function changes(all: readonly Flight[]): { seat: Seat; points: number }[] {
  const sums = new Map<Seat, number>();
  for (const { from, to, points } of all) {
    sums.set(from, (sums.get(from) ?? 0) - points);
    sums.set(to, (sums.get(to) ?? 0) + points);
  }
  return [...sums].map(([seat, points]) => ({ seat, points })).filter(({ points }) => points !== 0);
}
