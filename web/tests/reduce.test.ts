import { describe, expect, it } from 'vitest';
import type { TableView } from '../src/net/wire';
import { reduce, reduceView, viewHash } from '../src/state/reduce';
import { logs } from './fixtures';

describe('the reducer, against logs written by the command line', () => {
  it('turns every view and its patch into the next view, key by key', () => {
    let steps = 0;
    for (const { name, lines } of logs) {
      lines.reduce((before, line, i) => {
        if (line.patch !== null) {
          const next = reduceView(before.view, line.patch);
          // As text, so that the order of the keys counts too: the hash depends on it.
          expect(JSON.stringify(next), `${name} step ${i}`).toBe(JSON.stringify(line.view));
          steps += 1;
        }
        return line;
      });
    }
    expect(steps).toBeGreaterThan(300);
  });

  it('ends a deal where the engine does when it only ever gets patches', () => {
    for (const { name, lines } of logs) {
      const [first, ...rest] = lines;
      const end = rest.reduce(
        (view, line) => (line.patch === null ? line.view : reduceView(view, line.patch)),
        first!.view,
      );
      expect(end, name).toEqual(lines.at(-1)!.view);
    }
  });

  it('agrees with the hash of the server', () => {
    for (const { lines } of logs)
      for (const line of lines) expect(viewHash(line.view)).toBe(line.hash);
  });

  it('leaves the state it began with untouched', () => {
    const { lines } = logs[0]!;
    const before = JSON.stringify(lines[0]!.view);
    reduceView(lines[0]!.view, lines[1]!.patch ?? {});
    expect(JSON.stringify(lines[0]!.view)).toBe(before);
  });
});

describe('the table around the view', () => {
  const line = logs[0]!.lines[0]!;
  const table: TableView = {
    match_id: 'm',
    deal: 1,
    dealer: 0,
    totals: [0, 0, 0, 0],
    results: [],
    fairness: { commitment: '', terms: '', nonces: [], revealed: [] },
    view: line.view,
    entries: [],
    clock: { seats: [0], until: 5, bank_ms: null },
    over: null,
  };
  const entry = {
    id: 0,
    from: 1,
    to: 0,
    points: 2,
    clause: 'c',
    zh: '胡',
    en: 'win',
    reverses: null,
    steps: [],
  };

  it('keeps what is not named, and can take things away', () => {
    const next = reduce(table, { clock: null, entries: { keep: 0, add: [entry] } });
    expect(next.clock).toBeNull();
    expect(next.entries).toEqual([entry]);
    expect(next.view).toBe(table.view);
    expect(reduce(next, { entries: { keep: 0, add: [] } }).entries).toEqual([]);
    expect(reduce(next, { entries: { keep: 1, add: [{ ...entry, id: 1 }] } }).entries.length).toBe(
      2,
    );
  });
});
