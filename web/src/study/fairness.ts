// Checks the walls of a record as docs/fairness.md describes it, with nothing but the record:
// SHA-256, ChaCha20 and the shuffle are written out here and in the file beside the nonces. What
// was done with the tiles is not checked here; that takes the rules, which live on the server.
import type { DealRecord, Record as MatchRecord } from '../generated/protocol';
import { commitment } from '../state/nonces';
import { bytes, hex, joined, sha256 } from '../state/sha256';
import { formatTiles, parseTiles } from '../state/tiles';

export { bytes, hex };

export type Tile = string;

const ascii = new TextEncoder();

function u32(value: number): Uint8Array {
  const data = new Uint8Array(4);
  new DataView(data.buffer).setUint32(0, value);
  return data;
}

/** The secret before this one: what it must hash to. */
export function before(secret: Uint8Array): Uint8Array {
  return sha256(ascii.encode('sifang/chain/1'), secret);
}

const field = (data: Uint8Array): Uint8Array[] => [u32(data.length), data];

/** The hash of what was agreed. */
export function termsHash(
  rules: string,
  version: number,
  seats: number,
  options: string,
): Uint8Array {
  const fields = [
    ascii.encode(rules),
    u32(version),
    Uint8Array.of(seats),
    ascii.encode(options),
  ].flatMap(field);
  return sha256(ascii.encode('sifang/terms/1'), ...fields);
}

/** The options as the terms hash them. */
export function optionText(options: MatchRecord['options']): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

export function encodeNonces(nonces: readonly (string | null)[]): Uint8Array {
  const slots = Array.from({ length: 4 }, (_, seat) => nonces[seat] ?? null);
  return joined(
    slots.map((nonce) =>
      nonce === null ? new Uint8Array(17) : joined([Uint8Array.of(1), bytes(nonce)]),
    ),
  );
}

export function dealKey(
  secret: Uint8Array,
  matchId: string,
  deal: number,
  terms: Uint8Array,
  nonces: Uint8Array,
): Uint8Array {
  return sha256(ascii.encode('sifang/hand/1'), secret, bytes(matchId), u32(deal), terms, nonces);
}

/** One block of ChaCha20 (RFC 8439) with a nonce of zeros, as sixteen words. */
function block(key: Uint8Array, counter: number): Uint32Array {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const words = new DataView(key.buffer, key.byteOffset, key.byteLength);
  for (let i = 0; i < 8; i++) start[4 + i] = words.getUint32(4 * i, true);
  start[12] = counter;
  const state = start.slice();
  const at = (i: number): number => state[i] ?? 0;
  const turn = (to: number, other: number, by: number): void => {
    const mixed = at(to) ^ at(other);
    state[to] = (mixed << by) | (mixed >>> (32 - by));
  };
  const quarter = (a: number, b: number, c: number, d: number): void => {
    state[a] = at(a) + at(b);
    turn(d, a, 16);
    state[c] = at(c) + at(d);
    turn(b, c, 12);
    state[a] = at(a) + at(b);
    turn(d, a, 8);
    state[c] = at(c) + at(d);
    turn(b, c, 7);
  };
  for (let round = 0; round < 20; round += 2) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++)
      quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return state.map((word, i) => word + (start[i] ?? 0));
}

/** The words of a key's stream, each used once. */
export function* keystream(key: Uint8Array): Generator<number, never> {
  for (let counter = 0; ; counter++) yield* block(key, counter);
}

/** A number from 0 to n − 1 without bias. */
export function below(words: Generator<number, never>, n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const word = words.next().value;
    if (word < limit) return word % n;
  }
}

/** The set shuffled by a key, and the two dice that are shown. */
export function shuffled(
  sorted: readonly Tile[],
  key: Uint8Array,
): { wall: Tile[]; dice: [number, number] } {
  const wall = [...sorted];
  const words = keystream(key);
  for (let i = wall.length - 1; i > 0; i--) {
    const j = below(words, i + 1);
    [wall[i], wall[j]] = [wall[j] ?? '', wall[i] ?? ''];
  }
  return { wall, dice: [below(words, 6) + 1, below(words, 6) + 1] };
}

/**
 * The set that a wall is made of, sorted; nothing if it is no whole set: every kind has four tiles,
 * every flower one.
 */
export function sortedSet(wall: readonly Tile[]): Tile[] | null {
  const counts = new Map<Tile, number>();
  for (const tile of wall) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  const whole = [...counts].every(([tile, count]) => count === (tile[1] === 'f' ? 1 : 4));
  return whole && wall.length > 0 ? parseTiles(formatTiles([...wall])) : null;
}

/** What does not hold. `place` counts from 1. */
export type Problem =
  | { what: 'format' }
  | { what: 'terms' }
  | { what: 'index' | 'chain' | 'set'; deal: number }
  | { what: 'nonce'; deal: number; seat: number }
  | { what: 'wall'; deal: number; place: number; recorded: Tile; found: Tile };

/** A deal as it was recomputed. */
export interface CheckedDeal {
  index: number;
  secret: string;
  nonces: (string | null)[];
  key: string;
  wall: Tile[];
  dice: [number, number];
  holds: boolean;
}

export interface Report {
  problems: Problem[];
  terms: string;
  deals: CheckedDeal[];
}

/** Whether something read from a file has the parts of a record that are looked at here. */
export function isRecord(found: unknown): found is MatchRecord {
  const record = found as Partial<MatchRecord> | null;
  const text = (value: unknown, digits: number): boolean =>
    typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);
  const deal = (one: Partial<DealRecord> | null): boolean =>
    typeof one === 'object' &&
    one !== null &&
    typeof one.index === 'number' &&
    text(one.secret, 64) &&
    typeof one.wall === 'string' &&
    Array.isArray(one.nonces) &&
    one.nonces.every((nonce) => nonce === null || text(nonce, 32));
  return (
    typeof record === 'object' &&
    record !== null &&
    typeof record.format === 'string' &&
    typeof record.rules === 'string' &&
    typeof record.version === 'number' &&
    typeof record.seats === 'number' &&
    typeof record.options === 'object' &&
    record.options !== null &&
    text(record.match_id, 32) &&
    text(record.commitment, 64) &&
    text(record.terms, 64) &&
    (record.nonce_commitments === undefined ||
      (Array.isArray(record.nonce_commitments) &&
        record.nonce_commitments.every((one) => one === null || text(one, 64)))) &&
    Array.isArray(record.deals) &&
    record.deals.every(deal)
  );
}

/** A record out of a file: alone, or as the server hands it out with who sat where. */
export function readRecord(text: string): MatchRecord | null {
  try {
    const found: unknown = JSON.parse(text);
    if (isRecord(found)) return found;
    const inner = (found as { record?: unknown } | null)?.record;
    return isRecord(inner) ? inner : null;
  } catch {
    return null;
  }
}

/** Recomputes commitments, terms and walls of a record and says what does not hold. */
export function check(record: MatchRecord): Report {
  const problems: Problem[] = [];
  if (record.format !== 'sifang/record/1') problems.push({ what: 'format' });
  const terms = termsHash(record.rules, record.version, record.seats, optionText(record.options));
  if (hex(terms) !== record.terms) problems.push({ what: 'terms' });
  let known = record.commitment;
  const deals: CheckedDeal[] = [];
  for (const [i, deal] of record.deals.entries()) {
    const found: Problem[] = [];
    const number = i + 1;
    const secret = bytes(deal.secret);
    if (deal.index !== number) found.push({ what: 'index', deal: number });
    if (hex(before(secret)) !== known) found.push({ what: 'chain', deal: number });
    known = deal.secret;
    const broken = deal.nonces.findIndex(
      (nonce, seat) =>
        nonce !== null &&
        record.nonce_commitments !== undefined &&
        commitment(record.match_id, seat, nonce) !== record.nonce_commitments[seat],
    );
    if (broken >= 0) found.push({ what: 'nonce', deal: number, seat: broken + 1 });
    const key = dealKey(secret, record.match_id, number, terms, encodeNonces(deal.nonces));
    const recorded = parseTiles(deal.wall);
    const set = sortedSet(recorded);
    const dealt = shuffled(set ?? [], key);
    if (set === null) found.push({ what: 'set', deal: number });
    else {
      const at = dealt.wall.findIndex((tile, place) => tile !== recorded[place]);
      if (at >= 0)
        found.push({
          what: 'wall',
          deal: number,
          place: at + 1,
          recorded: recorded[at] ?? '',
          found: dealt.wall[at] ?? '',
        });
    }
    problems.push(...found);
    deals.push({
      index: number,
      secret: deal.secret,
      nonces: deal.nonces.slice(0, record.seats),
      key: hex(key),
      ...dealt,
      holds: found.length === 0,
    });
  }
  return { problems, terms: hex(terms), deals };
}
