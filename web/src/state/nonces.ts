// This player's part in the randomness of a match (docs/fairness.md): sixteen random bytes that are
// committed to before anybody's is known, sent when all have committed, and then looked for among
// what the server shows. Pure; the session sends and remembers.
import type { ClientMessage, RoomView } from '../net/wire';
import { bytes, hex, sha256 } from './sha256';

const BYTES = 16;

/** What is remembered of one match. */
export interface Part {
  /** The match. */
  of: string;
  nonce: string;
  /** The step for which something was said last. */
  said: 'commit' | 'reveal' | null;
  /** What all had committed to when the nonce was sent; none: it was not sent. */
  shown: (string | null)[] | null;
  /** The server has acknowledged the nonce. */
  kept: boolean;
}

/** What does not hold; `seat` is whose nonce. */
export type Trouble =
  /** The server shows another nonce as this player's. */
  | { what: 'changed' }
  /** The server says that this player's nonce is missing, though it had acknowledged it. */
  | { what: 'missing' }
  /** Somebody's nonce is not the one that was committed to before this player's was known. */
  | { what: 'other'; seat: number };

export const fresh = (): string => hex(crypto.getRandomValues(new Uint8Array(BYTES)));

/** What a player sends before the nonce itself. */
export function commitment(matchId: string, seat: number, nonce: string): string {
  return hex(
    sha256(
      new TextEncoder().encode('sifang/nonce/1'),
      bytes(matchId),
      Uint8Array.of(seat),
      bytes(nonce),
    ),
  );
}

/**
 * What there is to say as the room stands, and what is to be remembered with it. `random` is asked
 * once for every match.
 */
export function takePart(
  room: RoomView,
  seat: number | null,
  known: Part | null,
  random: () => string,
): { part: Part | null; say: ClientMessage | null } {
  const head = room.match;
  if (room.phase !== 'nonces' || head === null || head.step === null || seat === null)
    return { part: known, say: null };
  const part: Part =
    known?.of === head.match_id
      ? known
      : { of: head.match_id, nonce: random(), said: null, shown: null, kept: false };
  if (part.said === head.step) return { part, say: null };
  const own = commitment(part.of, seat, part.nonce);
  if (head.step === 'commit')
    return { part: { ...part, said: 'commit' }, say: { type: 'nonce_commit', commitment: own } };
  // If one's own is not among them it came too late, and the others have agreed to go on without
  // it.
  if (head.nonce_commitments[seat] !== own) return { part: { ...part, said: 'reveal' }, say: null };
  return {
    part: { ...part, said: 'reveal', shown: part.shown ?? head.nonce_commitments },
    say: { type: 'nonce', nonce: part.nonce },
  };
}

/** What is wrong with the nonces of the match that has begun, as far as this player can see. */
export function trouble(room: RoomView, seat: number | null, part: Part | null): Trouble | null {
  const head = room.match;
  if (
    head === null ||
    seat === null ||
    part === null ||
    part.shown === null ||
    head.match_id !== part.of ||
    room.phase === 'nonces'
  )
    return null;
  const own = head.nonces[seat] ?? null;
  if (own !== part.nonce && (own !== null || part.kept))
    return { what: own === null ? 'missing' : 'changed' };
  const wrong = head.nonces.findIndex(
    (nonce, at) => nonce !== null && commitment(part.of, at, nonce) !== part.shown?.[at],
  );
  return wrong < 0 ? null : { what: 'other', seat: wrong };
}

/**
 * Whether a start was void because this player's nonce was missing, although the server had
 * acknowledged it.
 */
export function blamed(room: RoomView, player: string | undefined, part: Part | null): boolean {
  return (
    part?.kept === true &&
    room.void !== null &&
    room.void.reason === 'no_nonce' &&
    room.void.by.some((one) => one.id === player)
  );
}

/** Seats of people whom this step waits for. */
export function awaited(room: RoomView): number[] {
  const head = room.match;
  if (room.phase !== 'nonces' || head === null || head.step === null) return [];
  const sent = head.step === 'commit' ? head.nonce_commitments : head.nonces;
  const people = room.seats
    .map((seat, i) => (seat.occupant?.type === 'human' ? i : -1))
    .filter((i) => i >= 0);
  return people.filter(
    (i) =>
      (sent[i] ?? null) === null &&
      (head.step === 'commit' || (head.nonce_commitments[i] ?? null) !== null),
  );
}

/** Reads what was remembered; nothing if it is not of that form. */
export function restorePart(stored: string | null): Part | null {
  try {
    const found = JSON.parse(stored ?? 'null') as Partial<Part> | null;
    const whole =
      typeof found?.of === 'string' &&
      /^[0-9a-f]{32}$/.test(found.nonce ?? '') &&
      (found.shown === null || Array.isArray(found.shown));
    return whole ? ({ said: null, kept: false, ...found } as Part) : null;
  } catch {
    return null;
  }
}
