import { expect, test } from 'vitest';
import type { Report } from '../src/generated/books';
import {
  columnsOf,
  commandOf,
  csvOf,
  differenceText,
  digits,
  estimateText,
} from '../src/lab/report';

test('numbers keep the digits that say something', () => {
  expect([0, 12.345, -0.5, 0.0234, 0.00012, 0.000001].map(digits)).toEqual([
    '0',
    '12.35',
    '−0.50',
    '0.023',
    '0.00012',
    '<0.0001',
  ]);
  expect(estimateText({ value: 0.1234, low: 0.12, high: 0.13, sum: 5 }, 'share')).toBe(
    '12.34% ± 0.66',
  );
  const difference = { value: -1.5, low: -2, high: -1 };
  expect(
    (['certain', 'likely', 'unknown'] as const).map((certainty) =>
      differenceText({ ...difference, certainty }, 'points'),
    ),
  ).toEqual(['★★ −1.50 ± 0.50', '★ −1.50 ± 0.50', '−1.50 ± 0.50']);
  expect(estimateText(null, 'share')).toBe('–');
});

test('a table for spreadsheets has a row for each statistic, quoted where it must be', () => {
  const estimate = { value: 0.5, low: 0.4, high: 0.6, sum: 5 };
  const statistic = {
    id: 'fan:x',
    group: 'fan',
    zh: '番“甲”',
    en: 'One, "two"',
    unit: 'share',
    a: estimate,
    b: null,
    difference: null,
  } as const;
  const report = {
    rules: 'wuxi',
    players: 4,
    bots: 'greedy',
    seed: 7,
    matches: true,
    wanted: 2000,
    a: { base: 1, deals: 8 },
    b: { base: 2, deals: 8 },
    changed: [{ option: 'base' }],
    statistics: [statistic],
  } as unknown as Report;
  const [head, row, ...rest] = csvOf(report).split('\n');
  expect(head?.split(',')).toContain('certainty');
  expect(row).toBe('fan:x,fan,番“甲”,"One, ""two""",share,0.5,0.4,0.6,,,,,,,');
  expect(rest).toEqual(['']);
  expect(commandOf(report)).toBe(
    'sifang lab --rules wuxi --players 4 --a base=1 --b base=2 --matches 2000 --bots greedy ' +
      '--seed 7 --out lab-wuxi',
  );
});

test('columns hold every value once', () => {
  const a = Array.from({ length: 60 }, (_, i): [number, number] => [i * 5, 1 + (i % 7)]);
  const columns = columnsOf({ id: 'x', zh: '', en: '', a, b: [[3, 4]] });
  expect(columns.length).toBeLessThanOrEqual(12);
  expect(columns.at(-1)?.open).toBe(true);
  for (const side of [0, 1] as const)
    expect(columns.reduce((sum, column) => sum + column.shares[side], 0)).toBeCloseTo(1);
  expect(
    columnsOf({
      id: 'x',
      zh: '',
      en: '',
      a: [
        [1, 2],
        [4, 2],
      ],
      b: [],
    }).map((column) => column.from),
  ).toEqual([1, 4]);
  expect(columnsOf({ id: 'x', zh: '', en: '', a: [], b: [] })).toEqual([]);
});
