import { expect, test } from 'vitest';
import { columnsOf, differenceText, digits, estimateText } from '../src/lab/report';

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
  expect(differenceText({ value: -1.5, low: -2, high: -1, sure: true }, 'points')).toBe(
    '★ −1.50 ± 0.50',
  );
  expect(estimateText(null, 'share')).toBe('–');
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
