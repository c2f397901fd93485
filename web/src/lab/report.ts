// The report of a comparison as the server sends it (the form of report.json), and how its numbers
// are written.
import type { Text } from '../i18n/index.svelte';

export interface Estimate {
  value: number;
  low: number;
  high: number;
  sum: number;
}
export interface Difference {
  value: number;
  low: number;
  high: number;
  sure: boolean;
}
export type Unit = 'share' | 'points' | 'turns' | 'count';
export type Group =
  | 'deal'
  | 'winners'
  | 'source'
  | 'points'
  | 'seat'
  | 'seat_wins'
  | 'fan'
  | 'fan_income'
  | 'payment'
  | 'clause';

export interface Statistic extends Text {
  id: string;
  group: Group;
  unit: Unit;
  a: Estimate | null;
  b: Estimate | null;
  difference: Difference | null;
}

export interface Distribution extends Text {
  id: string;
  a: [number, number][];
  b: [number, number][];
}
export interface Finding extends Text {
  id: string;
  sure: boolean;
}
export interface Changed {
  option: string;
  label: Text;
  clause: string;
  a: Text;
  b: Text;
}

export interface Report {
  rules: string;
  name: Text;
  players: number;
  bots: string;
  seed: number;
  wanted: number;
  deals: number;
  changed: Changed[];
  findings: Finding[];
  statistics: Statistic[];
  distributions: Distribution[];
}

export const ofGroup = (report: Report, group: Group): Statistic[] =>
  report.statistics.filter((one) => one.group === group);

/** Two digits after the point, more where a number is small; minus is the real one. */
export function digits(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 0.0001) return value < 0 ? '−<0.0001' : '<0.0001';
  return value.toFixed(size >= 0.1 ? 2 : size >= 0.01 ? 3 : 5).replace('-', '−');
}

export const shown = (value: number, unit: Unit): string =>
  unit === 'share' ? `${digits(100 * value)}%` : digits(value);

const plain = (value: number, unit: Unit): string => digits(unit === 'share' ? 100 * value : value);

export function estimateText(estimate: Estimate | null, unit: Unit): string {
  if (estimate === null) return '–';
  const half = Math.max(estimate.high - estimate.value, estimate.value - estimate.low);
  return `${shown(estimate.value, unit)} ± ${plain(half, unit)}`;
}

export function differenceText(difference: Difference | null, unit: Unit): string {
  if (difference === null) return '–';
  const half = (difference.high - difference.low) / 2;
  return `${difference.sure ? '★ ' : ''}${plain(difference.value, unit)} ± ${plain(half, unit)}`;
}

export interface Column {
  from: number;
  open: boolean;
  shares: [number, number];
}

const COLUMNS = 12;

/**
 * A distribution in at most twelve columns that hold about the same number of values, as shares of
 * each side.
 */
export function columnsOf(distribution: Distribution): Column[] {
  const counts = new Map<number, number>();
  for (const [value, count] of [...distribution.a, ...distribution.b])
    counts.set(value, (counts.get(value) ?? 0) + count);
  const values = [...counts].sort(([x], [y]) => x - y);
  const share = values.reduce((sum, [, count]) => sum + count, 0) / COLUMNS;
  const bounds: number[] = [];
  let held = 0;
  for (const [value, count] of values) {
    if (values.length <= COLUMNS || bounds.length === 0 || held >= share) {
      bounds.push(value);
      held = 0;
    }
    held += count;
  }
  const sides = [distribution.a, distribution.b].map((list) => {
    const total = list.reduce((sum, [, count]) => sum + count, 0);
    return bounds.map((from, i) => {
      const next = bounds[i + 1] ?? Infinity;
      const inside = list
        .filter(([value]) => value >= from && value < next)
        .reduce((sum, [, count]) => sum + count, 0);
      return total === 0 ? 0 : inside / total;
    });
  });
  return bounds.map((from, i) => ({
    from,
    open: i === bounds.length - 1 && bounds.length < values.length,
    shares: [sides[0]?.[i] ?? 0, sides[1]?.[i] ?? 0],
  }));
}
