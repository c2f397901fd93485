// Statistics of several rule sets as one: what the filter of the history shows.
import type { RulesStatistics, Statistics } from '../generated/protocol';

export interface Counted {
  matches: number;
  deals: number;
  ranks: number[];
  wins: number;
  selfDraws: number;
  dealIns: number;
  /** The dearest win of each rule set; their units differ, so they are not compared. */
  best: { rules: string; total: number; href: string }[];
  /** Results of the matches, the earliest first. */
  totals: number[];
}

const sum = (all: readonly RulesStatistics[], of: (one: RulesStatistics) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

export function counted(statistics: Statistics, rules: string | null): Counted {
  const chosen = statistics.rules.filter((one) => rules === null || one.rules === rules);
  return {
    matches: sum(chosen, (one) => one.matches),
    deals: sum(chosen, (one) => one.deals),
    ranks: [0, 1, 2, 3].map((rank) => sum(chosen, (one) => one.ranks[rank] ?? 0)),
    wins: sum(chosen, (one) => one.tally.wins),
    selfDraws: sum(chosen, (one) => one.tally.self_draws),
    dealIns: sum(chosen, (one) => one.tally.deal_ins),
    best: chosen.flatMap((one) =>
      one.best === null || one.best_match === null
        ? []
        : [
            {
              rules: one.rules,
              total: one.best.total,
              href: `/replay/${one.best_match}?deal=${one.best.deal}`,
            },
          ],
    ),
    totals: statistics.points
      .filter((point) => rules === null || point.rules === rules)
      .map((point) => point.total),
  };
}

/** A share as a percentage; nothing of nothing is none. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`;
}
