import { describe, expect, it } from 'vitest';
import { balances, bookings, fansOf, paymentsOf } from '../src/state/settle';
import type { Entry } from '../src/state/view';
import { logs } from './fixtures';

/** The payments of each recorded deal, with the view after them. */
const deals = logs.flatMap(({ name, lines }) =>
  [...new Set(lines.map((line) => line.deal))].map((deal) => {
    const own = lines.filter((line) => line.deal === deal);
    const entries = own
      .flatMap((line) => line.events)
      .flatMap((event): Entry[] => (event.type === 'posted' ? [event.entry] : []));
    return { name: `${name} ${deal}`, entries, view: own.at(-1)!.view };
  }),
);

describe('a settlement', () => {
  it('shows every payment exactly once', () => {
    for (const { name, entries } of deals) {
      const shown = bookings(entries).flatMap((booking) => booking.payments);
      expect(shown, name).toEqual(entries);
    }
    expect(deals.some(({ entries }) => entries.length > 3)).toBe(true);
  });

  it('adds up to the points the engine shows', () => {
    for (const { name, entries, view } of deals) {
      expect(view.end, name).not.toBeNull();
      expect(balances(entries, view.players.length), name).toEqual(
        view.players.map((player) => player.points),
      );
    }
  });

  it('puts payers of one and the same thing together', () => {
    const entry = (id: number, from: number, to: number): Entry => ({
      id,
      from,
      to,
      points: 2,
      clause: 'c',
      zh: '自摸',
      en: 'self-draw',
      reverses: null,
      steps: [],
    });
    expect(
      bookings([entry(0, 1, 0), entry(1, 2, 0), entry(2, 3, 0), entry(3, 0, 2)]).map(
        (one) => one.payments.length,
      ),
    ).toEqual([3, 1]);
  });

  it('finds what was paid for each win, and its fans', () => {
    let wins = 0;
    for (const { name, entries, view } of deals) {
      for (const win of view.wins) {
        const paid = paymentsOf(win, entries);
        wins += 1;
        expect(paid.length, name).toBeGreaterThan(0);
        for (const entry of paid) {
          expect(entry.to, name).toBe(win.seat);
          expect(entry.clause, name).toMatch(/\.pay\.(self_draw|discard|rob_kong|kong_discard)$/);
        }
        const fans = fansOf(bookings(paid));
        expect(new Set(fans.map(({ id }) => id)).size, name).toBe(fans.length);
        for (const fan of fans) expect(fan.n, name).toBeGreaterThanOrEqual(0);
      }
    }
    expect(wins).toBeGreaterThan(5);
  });
});
