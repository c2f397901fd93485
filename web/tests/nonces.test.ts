import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RoomView } from '../src/net/wire';
import {
  awaited,
  blamed,
  commitment,
  fresh,
  restorePart,
  takePart,
  trouble,
  type Part,
} from '../src/state/nonces';
import { hex, sha256 } from '../src/state/sha256';

const ID = '07'.repeat(16);
const [MINE, OTHER, THIRD] = ['11'.repeat(16), '22'.repeat(16), '33'.repeat(16)];

/** A room of two people and a bot; this player has seat 1. */
function room(
  phase: RoomView['phase'],
  step: 'commit' | 'reveal' | null,
  committed: (string | null)[],
  nonces: (string | null)[],
  more: object = {},
): RoomView {
  const human = (id: string): object => ({
    occupant: { type: 'human', id, nickname: id, online: true, left: false },
    ready: true,
    auto: false,
  });
  const match = {
    match_id: ID,
    commitment: '',
    terms: '',
    nonce_commitments: [...committed, null, null],
    nonces: [...nonces, null, null],
    step,
    waived: [],
    until: null,
  };
  return {
    phase,
    match,
    seats: [
      human('a'),
      human('me'),
      { occupant: { type: 'bot', level: 'random' }, ready: true, auto: false },
    ],
    void: null,
    voided: [],
    ...more,
  } as unknown as RoomView;
}
const of = (nonce: string, seat: number): string => commitment(ID, seat, nonce);
const never = (): string => {
  throw new Error('a second nonce for the same match');
};

it('is SHA-256', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
    expect(hex(sha256(data)), String(length)).toBe(createHash('sha256').update(data).digest('hex'));
  }
  expect(hex(sha256(Uint8Array.of(1), Uint8Array.of(2, 3)))).toBe(
    createHash('sha256')
      .update(Uint8Array.of(1, 2, 3))
      .digest('hex'),
  );
});

describe('taking part', () => {
  const committed = [of(OTHER, 0), of(MINE, 1)];
  const begin = takePart(room('nonces', 'commit', [null, null], [null, null]), 1, null, () => MINE);

  it('commits first, once, and keeps the nonce', () => {
    expect(begin.say).toEqual({ type: 'nonce_commit', commitment: of(MINE, 1) });
    expect(JSON.stringify(begin.say)).not.toContain(MINE);
    expect(
      takePart(room('nonces', 'commit', [of(OTHER, 0), null], [null, null]), 1, begin.part, never)
        .say,
    ).toBeNull();
  });

  it('sends the nonce when all have committed, and remembers to what', () => {
    const { part, say } = takePart(
      room('nonces', 'reveal', committed, [null, null]),
      1,
      begin.part,
      never,
    );
    expect(say).toEqual({ type: 'nonce', nonce: MINE });
    expect(part?.shown?.slice(0, 2)).toEqual(committed);
    expect(
      takePart(room('nonces', 'reveal', committed, [OTHER, null]), 1, part, never).say,
    ).toBeNull();
  });

  it('does not show the nonce where its commitment is not shown', () => {
    expect(
      takePart(room('nonces', 'reveal', [of(OTHER, 0), null], [null, null]), 1, begin.part, never)
        .say,
    ).toBeNull();
    expect(
      takePart(
        room('nonces', 'reveal', [of(OTHER, 0), of(THIRD, 1)], [null, null]),
        1,
        begin.part,
        never,
      ).say,
    ).toBeNull();
  });

  it('does not answer a server that asks for the nonce in one step', () => {
    expect(
      takePart(room('nonces', null, [null, null], [null, null]), 1, null, () => MINE).say,
    ).toBeNull();
  });

  it('takes another nonce for another match, and none as a spectator', () => {
    const next = room('nonces', 'commit', [null, null], [null, null]);
    next.match = { ...next.match!, match_id: '08'.repeat(16) };
    expect(takePart(next, 1, begin.part, () => THIRD).part?.nonce).toBe(THIRD);
    expect(
      takePart(room('nonces', 'commit', [null, null], [null, null]), null, null, never),
    ).toEqual({ part: null, say: null });
  });

  it('says who is waited for', () => {
    expect(awaited(room('nonces', 'commit', [of(OTHER, 0), null], [null, null]))).toEqual([1]);
    expect(awaited(room('nonces', 'reveal', committed, [null, MINE]))).toEqual([0]);
    expect(
      awaited(room('nonces', 'reveal', [null, of(MINE, 1)], [null, null])),
      'without a commitment nothing is awaited',
    ).toEqual([1]);
    expect(awaited(room('playing', null, committed, [OTHER, MINE]))).toEqual([]);
  });

  it('is random, and survives a reload', () => {
    expect(fresh()).toMatch(/^[0-9a-f]{32}$/);
    expect(fresh()).not.toBe(fresh());
    expect(restorePart(JSON.stringify(begin.part))).toEqual(begin.part);
    for (const text of [null, '', '{', '{}', '{"of":"x","nonce":"y"}', '[1]'])
      expect(restorePart(text), String(text)).toBeNull();
  });
});

describe('what the server shows', () => {
  const committed = [of(OTHER, 0), of(MINE, 1)];
  const part: Part = {
    of: ID,
    nonce: MINE,
    said: 'reveal',
    shown: [...committed, null, null],
    kept: true,
  };
  const found = (nonces: (string | null)[], known: Part = part): unknown =>
    trouble(room('playing', null, committed, nonces), 1, known);

  it('holds when everybody’s is what was committed to', () => {
    expect(found([OTHER, MINE])).toBeNull();
    expect(found([null, MINE]), 'the others may have agreed to go on without one').toBeNull();
  });

  it('is said to be wrong when one’s own is another one, or missing', () => {
    expect(found([OTHER, THIRD])).toEqual({ what: 'changed' });
    expect(found([OTHER, null])).toEqual({ what: 'missing' });
    expect(found([OTHER, null], { ...part, kept: false }), 'it may not have arrived').toBeNull();
  });

  it('is said to be wrong when another’s was not fixed before', () => {
    expect(found([THIRD, MINE])).toEqual({ what: 'other', seat: 0 });
    // Not even if the commitments that are shown now have been changed with it.
    expect(
      trouble(room('playing', null, [of(THIRD, 0), of(MINE, 1)], [THIRD, MINE]), 1, part),
    ).toEqual({ what: 'other', seat: 0 });
    expect(
      trouble(room('playing', null, [...committed, of(THIRD, 2)], [OTHER, MINE, THIRD]), 1, part),
      'a bot has none',
    ).toEqual({ what: 'other', seat: 2 });
  });

  it('is not judged by who sent nothing', () => {
    expect(found([OTHER, null], { ...part, shown: null })).toBeNull();
    expect(trouble(room('playing', null, committed, [OTHER, MINE]), null, part)).toBeNull();
  });

  it('blames nobody whose nonce was taken', () => {
    const blame = (reason: string, by: string): boolean =>
      blamed(
        room('waiting', null, committed, [null, null], {
          void: { by: [{ id: by, nickname: by }], reason },
        }),
        'me',
        part,
      );
    expect(blame('no_nonce', 'me')).toBe(true);
    expect(blame('no_nonce', 'a')).toBe(false);
    expect(blame('no_commitment', 'me'), 'that is about another start').toBe(false);
  });
});
