import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MatchHead, Record as MatchRecord } from '../src/generated/protocol';
import { commitment } from '../src/state/nonces';
import {
  broken,
  differences,
  keepShown,
  MOST,
  promisedOf,
  restorePromises,
  shortForm,
  withShown,
  type Promised,
} from '../src/state/promises';
import { hex } from '../src/state/sha256';
import { before, bytes, readRecord } from '../src/study/fairness';

const example = readRecord(
  readFileSync(new URL('../../docs/record-example.json', import.meta.url), 'utf8'),
)!;
const SEAT = 1;
const nonces = example.deals[0]!.nonces;
const committed = nonces.map((nonce, seat) => nonce && commitment(example.match_id, seat, nonce));
/** The example as the present version writes it. */
const record: MatchRecord = { ...example, nonce_commitments: committed };

function head(step: MatchHead['step'], more: Partial<MatchHead> = {}): MatchHead {
  return {
    match_id: record.match_id,
    commitment: record.commitment,
    terms: record.terms,
    nonce_commitments: step === 'commit' ? [null, null, null, null] : committed,
    nonces: [null, null, null, null],
    step,
    waived: [],
    until: null,
    ...more,
  };
}
const own = { nonce: nonces[SEAT]!, kept: false };
const taken = { ...own, kept: true };

/** What is remembered after both steps. */
const both = [head('commit'), head('reveal')]
  .reduce<readonly Promised[]>((all, one) => withShown(all, one, SEAT, own), [])
  .map((one) => withShown([one], head(null), SEAT, taken)[0]!);
const promised = both[0]!;

describe('what is remembered', () => {
  it('has all that was shown before the first tile', () => {
    expect(promised).toEqual({
      id: record.match_id,
      commitment: record.commitment,
      terms: record.terms,
      seat: SEAT,
      nonce: nonces[SEAT],
      kept: true,
      committed,
    });
    const first = withShown([], head('commit'), SEAT, own);
    expect(first[0]).toMatchObject({ commitment: record.commitment, nonce: own.nonce });
  });

  it('is what was shown first, whatever is shown later', () => {
    const other = head('reveal', { commitment: '11'.repeat(32), terms: '22'.repeat(32) });
    const all = withShown([promised], other, SEAT, { nonce: '33'.repeat(16), kept: true });
    expect(all).toEqual([promised]);
  });

  it('is nothing of a match that one first sees when it is played', () => {
    expect(withShown([], head(null), SEAT, null)).toEqual([]);
  });

  it('is bounded: the oldest goes first', () => {
    const name = (n: number): string => n.toString(16).padStart(32, '0');
    let all: readonly Promised[] = [];
    for (let n = 0; n < MOST + 20; n++)
      all = withShown(all, head('commit', { match_id: name(n) }), SEAT, own);
    expect(all.length).toBe(MOST);
    expect(all[0]?.id).toBe(name(20));
    expect(JSON.stringify(all).length).toBeLessThan(100_000);
  });

  it('is read back, and nothing else is', () => {
    expect(restorePromises(JSON.stringify(both))).toEqual(both);
    for (const text of [null, '', '{', '{}', '[1,null,{"id":"x"}]', '"x"'])
      expect(restorePromises(text), String(text)).toEqual([]);
    expect(restorePromises(JSON.stringify([{ ...promised, nonce: 5 }, promised]))).toEqual(both);
  });

  it('is short enough to be compared by eye', () => {
    expect(shortForm('0123456789abcdef'.repeat(4))).toBe('0123 4567');
  });
});

describe('on the device', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      },
    });
  });

  it('stays through a reload', () => {
    keepShown(head('commit'), SEAT, own);
    keepShown(head('reveal'), SEAT, taken);
    expect(promisedOf(record.match_id)).toEqual(promised);
    expect(promisedOf('00'.repeat(16))).toBeNull();
  });

  it('is missing where nothing can be kept, and nothing breaks', () => {
    Object.assign(globalThis, {
      localStorage: {
        getItem: () => {
          throw new Error('refused');
        },
        setItem: () => {
          throw new Error('full');
        },
      },
    });
    keepShown(head('commit'), SEAT, own);
    expect(promisedOf(record.match_id)).toBeNull();
  });
});

describe('a record', () => {
  const forged = (change: (copy: MatchRecord) => void, known: Promised = promised): string[] => {
    const copy = structuredClone(record);
    change(copy);
    return differences(known, copy);
  };

  it('that has what was shown is the same', () => {
    expect(differences(promised, record)).toEqual([]);
    // A spectator has no nonce, and may not have seen the commitments of others.
    expect(differences({ ...promised, seat: null, nonce: null, committed: null }, record)).toEqual(
      [],
    );
  });

  it('with another commitment and secrets that fit to it is not', () => {
    const secret = 'ab'.repeat(32);
    const swapped = (copy: MatchRecord): void => {
      copy.deals[0]!.secret = secret;
      copy.commitment = hex(before(bytes(secret)));
    };
    expect(forged(swapped)).toEqual(['commitment', 'secret']);
    expect(forged((copy) => (copy.deals[0]!.secret = secret))).toEqual(['secret']);
    expect(forged((copy) => (copy.terms = '00'.repeat(32)))).toEqual(['terms']);
  });

  it('with other nonces is not', () => {
    const mine = (nonce: string | null) => (copy: MatchRecord) =>
      void (copy.deals[0]!.nonces[SEAT] = nonce);
    expect(forged(mine('44'.repeat(16)))).toEqual(['nonce']);
    expect(forged(mine(null))).toEqual(['nonce']);
    expect(forged(mine(null), { ...promised, kept: false }), 'it may have been lost').toEqual([]);
    expect(forged((copy) => (copy.deals[0]!.nonces[2] = '44'.repeat(16)))).toEqual(['others']);
    expect(forged((copy) => (copy.nonce_commitments![0] = '55'.repeat(32)))).toEqual(['others']);
    expect(forged((copy) => delete copy.nonce_commitments)).toEqual(['others']);
  });
});

describe('at the table', () => {
  const shown = { commitment: record.commitment, terms: record.terms };
  it('the commitment stays, and every secret fits to it', () => {
    expect(broken(promised, shown)).toBeNull();
    expect(broken(promised, { ...shown, revealed: [record.deals[0]!.secret] })).toBeNull();
    expect(broken(promised, { ...shown, revealed: ['00'.repeat(32)] })).toBe('secret');
    expect(broken(promised, { ...shown, commitment: '00'.repeat(32) })).toBe('commitment');
    expect(broken(promised, { ...shown, terms: '00'.repeat(32) })).toBe('terms');
  });
});
