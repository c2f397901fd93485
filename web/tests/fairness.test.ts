import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Record as MatchRecord } from '../src/generated/protocol';
import { commitment } from '../src/state/nonces';
import {
  before,
  below,
  bytes,
  check,
  dealKey,
  encodeNonces,
  hex,
  keystream,
  readRecord,
  shuffled,
  sortedSet,
  termsHash,
} from '../src/study/fairness';

interface Vector {
  rules: string;
  version: number;
  seats: number;
  options: string;
  deals: number;
  s_n: string;
  s_0: string;
  deal: number;
  s_before: string;
  s_i: string;
  match_id: string;
  nonces: (string | null)[];
  nonce_commitments: (string | null)[];
  encoded_nonces: string;
  key: string;
  words: string[];
  counts: string | number[];
  wall: string;
  dice: number[];
  terms_hash: string;
}
const file = JSON.parse(
  readFileSync(new URL('../../crates/sifang-fair/tests/vectors.json', import.meta.url), 'utf8'),
) as { deals: Vector[]; below: { key: string; n: number; values: number[] } };

const KINDS = Object.entries({ m: 9, p: 9, s: 9, z: 7, f: 8 }).flatMap(([suit, size]) =>
  Array.from({ length: size }, (_, i) => `${i + 1}${suit}`),
);

describe('the documented vectors', () => {
  it.each(file.deals.map((vector, i) => ({ vector, name: i + 1 })))(
    'vector $name',
    ({ vector }) => {
      let secret = bytes(vector.s_n);
      for (let i = vector.deals; i > vector.deal; i--) secret = before(secret);
      expect(hex(secret)).toBe(vector.s_i);
      expect(hex(before(secret))).toBe(vector.s_before);
      const terms = termsHash(vector.rules, vector.version, vector.seats, vector.options);
      expect(hex(terms)).toBe(vector.terms_hash);
      const nonces = encodeNonces(vector.nonces);
      expect(hex(nonces)).toBe(vector.encoded_nonces);
      expect(
        vector.nonces.map((nonce, seat) => nonce && commitment(vector.match_id, seat, nonce)),
      ).toEqual(vector.nonce_commitments);
      const key = dealKey(secret, vector.match_id, vector.deal, terms, nonces);
      expect(hex(key)).toBe(vector.key);
      const words = keystream(key);
      expect(vector.words.map(() => words.next().value.toString(16).padStart(8, '0'))).toEqual(
        vector.words,
      );
      const set = [...vector.counts].flatMap((count, kind) =>
        Array.from({ length: Number(count) }, () => KINDS[kind] ?? ''),
      );
      expect(shuffled(set, key)).toEqual({ wall: vector.wall.split(' '), dice: vector.dice });
    },
  );

  it('numbers below n', () => {
    const words = keystream(bytes(file.below.key));
    expect(file.below.values.map(() => below(words, file.below.n))).toEqual(file.below.values);
  });
});

describe('a record', () => {
  /** The example of the documentation. */
  const honest = readRecord(
    readFileSync(new URL('../../docs/record-example.json', import.meta.url), 'utf8'),
  );
  const forged = (change: (record: MatchRecord) => void): string[] => {
    const copy = structuredClone(honest)!;
    change(copy);
    return check(copy).problems.map((problem) =>
      'deal' in problem ? `${problem.what} ${problem.deal}` : problem.what,
    );
  };

  it('that is honest holds', () => {
    expect(honest).not.toBeNull();
    const report = check(honest!);
    expect(report.problems).toEqual([]);
    expect(report.deals.length).toBe(honest!.deals.length);
    expect(report.deals.every((deal) => deal.holds)).toBe(true);
  });

  it('with a changed secret does not fit its chain, nor its wall', () => {
    expect(forged((record) => (record.deals[0]!.secret = '00'.repeat(32)))).toEqual(
      expect.arrayContaining(['chain 1', 'wall 1']),
    );
  });

  it('with another commitment, nonce, option or name does not hold', () => {
    expect(forged((record) => (record.commitment = '11'.repeat(32)))).toEqual(['chain 1']);
    expect(forged((record) => (record.deals[0]!.nonces[0] = '22'.repeat(16)))).toEqual(['wall 1']);
    expect(forged((record) => (record.match_id = '33'.repeat(16)))).toContain('wall 1');
    expect(
      forged(
        (record) => (record.options = { ...record.options, [Object.keys(record.options)[0]!]: 77 }),
      ),
    ).toContain('terms');
    expect(forged((record) => (record.format = 'sifang/record/0'))).toEqual(['format']);
    expect(forged((record) => (record.deals[0]!.index = 9))).toEqual(['index 1']);
  });

  it('with a nonce that was not committed to does not hold', () => {
    const committed = (record: MatchRecord): (string | null)[] =>
      record.deals[0]!.nonces.map(
        (nonce, seat) => nonce && commitment(record.match_id, seat, nonce),
      );
    expect(forged((record) => (record.nonce_commitments = committed(record)))).toEqual([]);
    expect(
      forged((record) => (record.nonce_commitments = committed(record).with(2, '00'.repeat(32)))),
    ).toEqual(['nonce 1']);
  });

  it('with two tiles exchanged, or one replaced, does not hold', () => {
    expect(
      forged(
        (record) => (record.deals[0]!.wall = record.deals[0]!.wall.replace(/(\d)(\d)/, '$2$1')),
      ),
    ).toEqual(['wall 1']);
    expect(
      forged((record) => (record.deals[0]!.wall = record.deals[0]!.wall.replace(/1/, '2'))),
    ).toEqual(['set 1']);
    expect(forged((record) => (record.deals[0]!.wall = ''))).toEqual(['set 1']);
  });

  it('is distinguished from other files', () => {
    for (const text of [
      '',
      '[]',
      '{"record":1}',
      '{"format":"sifang/record/1"}',
      JSON.stringify({ ...honest, deals: [{}] }),
    ])
      expect(readRecord(text), text).toBeNull();
    expect(readRecord(JSON.stringify({ record: honest, seats: [] }))).toEqual(honest);
  });
});

it('a set has four of every kind and one of every flower', () => {
  expect(sortedSet(['2m', '1m', '1m', '2m', '1m', '2m', '2m', '1m', '3f'])).toEqual([
    '1m',
    '1m',
    '1m',
    '1m',
    '2m',
    '2m',
    '2m',
    '2m',
    '3f',
  ]);
  expect(sortedSet(['1m', '1m', '1m'])).toBeNull();
  expect(sortedSet(['3f', '3f'])).toBeNull();
});
