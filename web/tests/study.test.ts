import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../src/net/wire';
import type { SeenEvent } from '../src/state/view';
import { counted, percent } from '../src/study/counted';
import { labelled, marksOf, readPlace, stepsOf, writePlace, type Step } from '../src/study/replay';
import { logs } from './fixtures';

/** A log as the messages of a replay. */
function messages(lines: (typeof logs)[number]['lines']): ServerMessage[] {
  const table = { deal: 1, view: lines[0]!.view, entries: [], results: [], totals: [] };
  return lines.map(
    (line, seq) =>
      (seq === 0
        ? { type: 'snapshot', stream: 'replay', seq, table }
        : {
            type: 'update',
            seq,
            events: line.events,
            patch: { view: line.patch },
          }) as unknown as ServerMessage,
  );
}

describe('steps of a replay', () => {
  it.each(logs)(
    '$name: every step is the view that was there, forwards and backwards',
    ({ lines }) => {
      const deal = lines.filter((line) => line.deal === lines[0]!.deal);
      const steps = stepsOf(messages(deal));
      expect(steps.length).toBe(deal.length);
      for (let n = steps.length - 1; n >= 0; n--)
        expect(steps[n]!.table.view, `step ${n}`).toEqual(deal[n]!.view);
    },
  );
});

const step = (...events: Partial<SeenEvent>[]): Step => ({
  table: {} as Step['table'],
  events: events as SeenEvent[],
});

describe('the timeline', () => {
  const steps = [
    step(),
    step({ type: 'discarded' }),
    step({ type: 'melded', meld: { kind: 'pon' } } as Partial<SeenEvent>),
    step({ type: 'melded', meld: { kind: 'kong_closed' } } as unknown as Partial<SeenEvent>),
    step({ type: 'set_aside', why: 'flower' }, { type: 'drew' }),
    step({ type: 'won' }, { type: 'ended' }),
    step({ type: 'ended' }),
  ];

  it('marks claims, kongs, wins and the end', () => {
    expect(marksOf(steps).map(({ step: at, kind }) => `${at} ${kind}`)).toEqual([
      '2 pon',
      '3 kong',
      '4 flower',
      '5 win',
      '6 end',
    ]);
  });

  it('leaves out words that would overlap, the least important first', () => {
    const marks = marksOf(steps);
    const shown = [...labelled(marks, 6, 2 / 6)].map(({ kind }) => kind);
    expect(shown).toEqual(['win', 'kong']);
    expect(labelled(marks, 6, 0).size).toBe(marks.length);
  });
});

describe('a link to a replay', () => {
  it('reads back what it writes', () => {
    const place = { deal: 3, step: 79, seat: 2, open: true };
    expect(readPlace(writePlace(place))).toEqual(place);
    expect(readPlace(writePlace({ ...place, open: false })).open).toBe(false);
  });

  it('with nonsense in it leads to the beginning', () => {
    expect(readPlace('?deal=x&step=-4&seat=9')).toEqual({ deal: 1, step: 0, seat: 3, open: false });
    expect(readPlace('')).toEqual({ deal: 1, step: 0, seat: 0, open: false });
  });
});

describe('statistics', () => {
  const one = (rules: string, wins: number) => ({
    rules,
    matches: 2,
    deals: 8,
    ranks: [1, 0, 1, 0],
    tally: { wins, self_draws: 1, deal_ins: 2 },
    best: { deal: 2, total: 9 },
    best_match: 'ab',
  });
  const all = {
    rules: [one('x', 3), one('y', 5)],
    points: [
      { match_id: 'ab', rules: 'x', at: 1, total: 5 },
      { match_id: 'cd', rules: 'y', at: 2, total: -3 },
    ],
  };

  it('are added up, or of one rule set', () => {
    expect(counted(all, null)).toMatchObject({
      matches: 4,
      deals: 16,
      ranks: [2, 0, 2, 0],
      wins: 8,
      dealIns: 4,
      totals: [5, -3],
    });
    expect(counted(all, 'y')).toMatchObject({
      matches: 2,
      wins: 5,
      totals: [-3],
      best: [{ rules: 'y', total: 9, href: '/replay/ab?deal=2' }],
    });
  });

  it('are shares of something', () => {
    expect([percent(1, 4), percent(0, 3), percent(0, 0)]).toEqual(['25%', '0%', '–']);
  });
});
