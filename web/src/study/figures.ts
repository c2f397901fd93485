// Personal figures: shares with their intervals, and what reviews come to over time; as numbers for
// charts and as a file.
import type { ReviewKind, ReviewList, ReviewSummary } from '../generated/protocol';
import { ask } from '../net/api';

export const myReviews = (): Promise<ReviewList> => ask('GET', '/api/history/reviews');

/** The ends of a share's 95 % interval (Wilson's), in percent; nothing of nothing. */
export function within(part: number, whole: number): [number, number] | null {
  if (whole === 0) return null;
  const z = 1.96;
  const share = part / whole;
  const middle = share + (z * z) / (2 * whole);
  const half = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const scale = 100 / (1 + (z * z) / whole);
  return [
    Math.max(0, Math.round((middle - half) * scale)),
    Math.min(100, Math.round((middle + half) * scale)),
  ];
}

/** Matches of one rule set, or all. */
export function chosenOf(list: ReviewList, rules: string | null): ReviewSummary[] {
  return list.reviews.filter((one) => rules === null || one.rules === rules);
}

/** Points for each deal, in hundredths, so that short and long matches compare. */
export interface Mark {
  play: number;
  low: number;
  high: number;
  luck: number;
}

export function marksOf(list: readonly ReviewSummary[]): Mark[] {
  return list
    .filter((one) => one.deals > 0)
    .map((one) => ({
      play: one.play / one.deals,
      low: (one.play - one.play_within) / one.deals,
      high: (one.play + one.play_within) / one.deals,
      luck: one.luck / one.deals,
    }));
}

export interface KindSum {
  kind: ReviewKind;
  mistakes: number;
  cost: number;
}

/** The kinds of mistakes of several matches, the costliest first. */
export function kindsOf(list: readonly ReviewSummary[]): KindSum[] {
  const sums = new Map<ReviewKind, KindSum>();
  for (const one of list.flatMap((review) => review.kinds)) {
    const sum = sums.get(one.kind) ?? { kind: one.kind, mistakes: 0, cost: 0 };
    sums.set(one.kind, {
      ...sum,
      mistakes: sum.mistakes + one.mistakes,
      cost: sum.cost + one.cost,
    });
  }
  return [...sums.values()].sort((a, b) => b.cost - a.cost);
}

const KINDS: readonly ReviewKind[] = [
  'speed',
  'value',
  'danger',
  'claim',
  'kong',
  'declaration',
  'burial',
];

/** One line for each match; amounts in points. */
export function csvOf(list: readonly ReviewSummary[]): string {
  const head = [
    ...['match', 'rules', 'ended', 'deals', 'result', 'play', 'play_within', 'luck', 'compared'],
    ...KINDS.flatMap((kind) => [`${kind}_mistakes`, `${kind}_cost`]),
  ];
  const rows = list.map((one) => [
    one.match_id,
    one.rules,
    new Date(one.at).toISOString(),
    one.deals,
    one.result,
    one.play / 100,
    one.play_within / 100,
    one.luck / 100,
    one.compared,
    ...KINDS.flatMap((kind) => {
      const found = one.kinds.find((other) => other.kind === kind);
      return [found?.mistakes ?? 0, (found?.cost ?? 0) / 100];
    }),
  ]);
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
