import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Record as MatchRecord,
  type VerdictFinding,
  type VerdictView,
} from '../src/generated/protocol';
import { VERDICT_FINDINGS, VERDICT_PARTS } from '../src/generated/verdict';
import type { Promised } from '../src/state/promises';
import { check, readRecord } from '../src/study/fairness';
import { verdictOn, type Verdict } from '../src/study/verdict';

const text = readFileSync(new URL('../../docs/record-example.json', import.meta.url), 'utf8');
const record = readRecord(text)!;

/** What a server answers. */
function answer(...findings: VerdictFinding[]): VerdictView {
  const all: VerdictFinding[] = [
    'walls_hold',
    'moves_hold',
    'points_hold',
    'end_reached',
    'known_same',
    'signature_good',
    'names_not_covered',
  ];
  const parts = all
    .map((usual) => {
      const part = VERDICT_FINDINGS[usual].part;
      return findings.find((one) => VERDICT_FINDINGS[one].part === part) ?? usual;
    })
    .map((finding) => {
      const { part, state, ...words } = VERDICT_FINDINGS[finding];
      return { part, state, finding, name: VERDICT_PARTS[part], text: words, mismatches: [] };
    });
  return { parts } as unknown as VerdictView;
}

const promised: Promised = {
  id: record.match_id,
  commitment: record.commitment,
  terms: record.terms,
  seat: null,
  nonce: null,
  kept: false,
  committed: null,
};

interface Given {
  of?: MatchRecord;
  known?: Promised | null;
  asked?: string | null;
}
function verdict(
  view: VerdictView | null,
  { of = record, known = promised, asked = null }: Given = {},
): Verdict {
  return verdictOn(of, check(of), view, known, asked);
}
const found = ({ rows }: Verdict): string[] => rows.map((row) => row.finding);

describe('one verdict', () => {
  it('is good when all say so, part by part in order', () => {
    const result = verdict(answer());
    expect(result.outcome).toBe('proven');
    expect(result.rows.map((row) => row.part)).toEqual(Object.keys(VERDICT_PARTS));
    expect(found(result)).toContain('promise_same');
  });

  it('is not good when anything that counts is open', () => {
    for (const open of ['end_cut_short', 'not_known', 'moves_open', 'points_open'] as const)
      expect(verdict(answer(open)).outcome, open).toBe('unproven');
  });

  it('is bad when anything fails', () => {
    for (const bad of [
      'walls_fail',
      'moves_fail',
      'points_fail',
      'end_beyond',
      'known_other',
      'signature_bad',
    ] as const)
      expect(verdict(answer(bad)).outcome, bad).toBe('fails');
  });

  it('does not need a signature, nor a memory', () => {
    expect(verdict(answer('not_signed')).outcome).toBe('proven');
    expect(verdict(answer('signature_strange')).outcome).toBe('proven');
    const result = verdict(answer(), { known: null });
    expect(result.outcome).toBe('proven');
    expect(found(result)).toContain('promise_unknown');
  });

  it('does not believe a server about walls that this browser deals differently', () => {
    const forged = structuredClone(record);
    forged.deals[0]!.nonces[0] = '00'.repeat(16);
    const result = verdict(answer(), { of: forged });
    expect(result.outcome).toBe('fails');
    expect(result.rows[0]).toMatchObject({ finding: 'walls_fail', problems: [{ what: 'wall' }] });
  });

  it('does not believe a server about what this device remembers', () => {
    const result = verdict(answer(), { known: { ...promised, commitment: '11'.repeat(32) } });
    expect(result.outcome).toBe('fails');
    expect(found(result)).toContain('promise_other');
  });

  it('is of the match that was asked for', () => {
    expect(verdict(answer(), { asked: record.match_id }).outcome).toBe('proven');
    const result = verdict(answer(), { asked: '00'.repeat(16) });
    expect([result.outcome, found(result)[4]]).toEqual(['fails', 'known_other']);
  });

  it('says what was not checked when the server does not answer', () => {
    const result = verdict(null);
    expect(result.outcome).toBe('unproven');
    expect(result.rows.filter((row) => row.state === 'open').map((row) => row.part)).toEqual([
      'moves',
      'points',
      'end',
      'known',
    ]);
  });
});

it('the digest of a record is what the documentation says', () => {
  const { signature, ...bare } = JSON.parse(text) as MatchRecord;
  const digest = createHash('sha256')
    .update(`sifang/record/1${JSON.stringify(bare)}`)
    .digest('hex');
  const page = readFileSync(new URL('../../docs/record.md', import.meta.url), 'utf8');
  expect(page).toContain(digest);
  expect(page).toContain(signature!.key);
});
