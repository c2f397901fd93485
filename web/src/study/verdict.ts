// One verdict on a record out of what three can say: this browser (walls), the server (moves,
// points, end, origin, signature) and this device (what it was shown before the match). The words
// are those of the server and of the command line: they are generated from the same place.
import {
  type MismatchView,
  type Record as MatchRecord,
  type VerdictFinding,
  type VerdictOutcome,
  type VerdictPart,
  type VerdictState,
  type VerdictView,
} from '../generated/protocol';
import { VERDICT_FINDINGS, VERDICT_PARTS } from '../generated/verdict';
import { differences, type Difference, type Promised } from '../state/promises';
import type { Problem, Report } from './fairness';

/** A part and what was found about it. */
export interface Row {
  part: VerdictPart;
  state: VerdictState;
  finding: VerdictFinding;
  /** What the browser found wrong with the walls. */
  problems: readonly Problem[];
  /** What the server found wrong. */
  mismatches: readonly MismatchView[];
  /** What is not as it was shown. */
  differences: readonly Difference[];
}

export interface Verdict {
  outcome: VerdictOutcome;
  rows: Row[];
}

const row = (finding: VerdictFinding, more: Partial<Row> = {}): Row => ({
  part: VERDICT_FINDINGS[finding].part,
  state: VERDICT_FINDINGS[finding].state,
  finding,
  problems: [],
  mismatches: [],
  differences: [],
  ...more,
});

/** What is said of a part that only the server could have checked, when it did not answer. */
const UNASKED: Partial<Record<VerdictPart, VerdictFinding>> = {
  moves: 'moves_open',
  points: 'points_open',
  end: 'end_open',
  known: 'nobody_asked',
};

/** The walls: the browser deals them again by itself, and the server does, too. */
function walls(report: Report, answer: VerdictView | null): Row {
  if (report.problems.length > 0) return row('walls_fail', { problems: report.problems });
  const found = answer?.parts.find((one) => one.part === 'walls');
  return found?.state === 'fails'
    ? row('walls_fail', { mismatches: found.mismatches })
    : row('walls_hold');
}

function promise(record: MatchRecord, promised: Promised | null): Row {
  if (promised === null) return row('promise_unknown');
  const found = differences(promised, record);
  return found.length === 0 ? row('promise_same') : row('promise_other', { differences: found });
}

/**
 * The verdict; `answer` is none if the server did not check, `asked` the match whose page this is,
 * `promised` what this device remembers of that match.
 */
export function verdictOn(
  record: MatchRecord,
  report: Report,
  answer: VerdictView | null,
  promised: Promised | null,
  asked: string | null,
): Verdict {
  const rows = (Object.keys(VERDICT_PARTS) as VerdictPart[]).flatMap((part): Row[] => {
    if (part === 'walls') return [walls(report, answer)];
    if (part === 'promise') return [promise(record, promised)];
    if (part === 'names') return [row('names_not_covered')];
    // Another match than the one that was asked for.
    if (part === 'known' && asked !== null && asked !== record.match_id)
      return [row('known_other')];
    const found = answer?.parts.find((one) => one.part === part);
    if (found !== undefined) return [row(found.finding, { mismatches: found.mismatches })];
    const unasked = UNASKED[part];
    if (unasked !== undefined) return [row(unasked)];
    return [row(record.signature === undefined ? 'not_signed' : 'signature_open')];
  });
  const some = (state: VerdictState): boolean => rows.some((one) => one.state === state);
  return { outcome: some('fails') ? 'fails' : some('open') ? 'unproven' : 'proven', rows };
}
