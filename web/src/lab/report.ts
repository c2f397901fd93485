// How the numbers of a comparison's report are written and gathered.
import type {
  Certainty,
  Difference,
  Distribution,
  Estimate,
  Group,
  Report,
  Statistic,
  Unit,
} from '../generated/books';

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

/** The mark of a difference: two stars if it is certain, one if it is likely. */
export const STARS: Record<Certainty, string> = { certain: '★★', likely: '★', unknown: '' };

export function differenceText(difference: Difference | null, unit: Unit): string {
  if (difference === null) return '–';
  const half = (difference.high - difference.low) / 2;
  const figures = `${plain(difference.value, unit)} ± ${plain(half, unit)}`;
  return `${STARS[difference.certainty]} ${figures}`.trim();
}

/** How many sentences are shown at first. */
export const FIRST = 10;

const CSV = [
  ['id', (one) => one.id],
  ['group', (one) => one.group],
  ['zh', (one) => one.zh],
  ['en', (one) => one.en],
  ['unit', (one) => one.unit],
  ['a', (one) => one.a?.value],
  ['a_low', (one) => one.a?.low],
  ['a_high', (one) => one.a?.high],
  ['b', (one) => one.b?.value],
  ['b_low', (one) => one.b?.low],
  ['b_high', (one) => one.b?.high],
  ['difference', (one) => one.difference?.value],
  ['difference_low', (one) => one.difference?.low],
  ['difference_high', (one) => one.difference?.high],
  ['certainty', (one) => one.difference?.certainty],
] as const satisfies readonly (readonly [
  string,
  (one: Statistic) => string | number | undefined,
])[];

/** All statistics as a table for spreadsheets: a row each, with its interval. */
export function csvOf(report: Report): string {
  const cell = (value: string | number | undefined): string => {
    const text = value === undefined ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = report.statistics.map((one) => CSV.map(([, of]) => cell(of(one))).join(','));
  return [CSV.map(([name]) => name).join(','), ...rows, ''].join('\n');
}

/** The command that plays the same comparison and keeps the facts of every deal. */
export function commandOf(report: Report): string {
  const changed = (side: 'a' | 'b'): string =>
    report.changed
      .map(({ option }) => ` --${side} ${option}=${String(report[side][option])}`)
      .join('');
  const count = `--${report.matches ? 'matches' : 'deals'} ${report.wanted}`;
  return (
    `sifang lab --rules ${report.rules} --players ${report.players}${changed('a')}${changed('b')} ` +
    `${count} --bots ${report.bots} --seed ${report.seed} --out lab-${report.rules}`
  );
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
