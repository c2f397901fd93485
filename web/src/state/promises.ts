// What this device was shown before the first tile of a match, kept so that it can be compared with
// what the server says afterwards: commitment, terms, what all had committed to, and this player's
// own nonce (docs/fairness.md). The oldest are dropped.
import type { Fairness, MatchHead, Record as MatchRecord } from '../generated/protocol';
import { commitment } from './nonces';
import { bytes, hex, sha256 } from './sha256';

export interface Promised {
  id: string;
  commitment: string;
  terms: string;
  /** This player's seat; none: a spectator. */
  seat: number | null;
  /** This player's nonce. */
  nonce: string | null;
  /** The server has acknowledged it. */
  kept: boolean;
  /** What all had committed to when nonces were sent; none: that was not seen. */
  committed: (string | null)[] | null;
}

/** What of it does not hold while a match is played. */
export type Broken = 'commitment' | 'terms' | 'secret';
/** What of a record is not as it was shown. */
export type Difference = Broken | 'nonce' | 'others';

/** Matches that are remembered: about a year of evenings, and less than 100 KB. */
export const MOST = 150;
const KEY = 'sifang.promises';

const digits = (value: unknown, length: number): boolean =>
  typeof value === 'string' && value.length === length && /^[0-9a-f]*$/.test(value);

function isPromised(found: unknown): found is Promised {
  const one = found as Partial<Promised> | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    digits(one.id, 32) &&
    digits(one.commitment, 64) &&
    digits(one.terms, 64) &&
    (one.seat === null || typeof one.seat === 'number') &&
    (one.nonce === null || digits(one.nonce, 32)) &&
    typeof one.kept === 'boolean' &&
    (one.committed === null ||
      (Array.isArray(one.committed) &&
        one.committed.every((value) => value === null || digits(value, 64))))
  );
}

/** Reads what was stored; what is not of that form is left out. */
export function restorePromises(stored: string | null): Promised[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(found) ? found.filter(isPromised).slice(-MOST) : [];
  } catch {
    return [];
  }
}

/**
 * The list with what a match has shown by now. What was shown first stays: a server that shows
 * something else later must not be able to change it.
 */
export function withShown(
  all: readonly Promised[],
  head: MatchHead,
  seat: number | null,
  own: { nonce: string; kept: boolean } | null,
): readonly Promised[] {
  const known = all.find((one) => one.id === head.match_id);
  // Only before the first tile: later it would be no promise any more.
  if (known === undefined && head.step === null) return all;
  const before: Promised = known ?? {
    id: head.match_id,
    commitment: head.commitment,
    terms: head.terms,
    seat,
    nonce: null,
    kept: false,
    committed: null,
  };
  const nonce = before.nonce ?? own?.nonce ?? null;
  const now: Promised = {
    ...before,
    nonce,
    kept: before.kept || (own !== null && own.kept && own.nonce === nonce),
    committed:
      before.committed ?? (head.step === 'reveal' ? head.nonce_commitments.slice(0, 4) : null),
  };
  if (known !== undefined && JSON.stringify(now) === JSON.stringify(known)) return all;
  return [...all.filter((one) => one !== known), now].slice(-MOST);
}

/** Whether these nonces are those that were committed to, this player's own among them. */
function nonces(
  promised: Promised,
  shown: readonly (string | null)[],
): Extract<Difference, 'nonce' | 'others'> | null {
  const { committed, nonce, seat } = promised;
  if (committed === null) return null;
  if (nonce !== null && seat !== null) {
    const found = shown[seat] ?? null;
    // It may have got lost on its way, and the others may have agreed to go on without it.
    if (found !== nonce && (found !== null || promised.kept)) return 'nonce';
  }
  const wrong = shown.some(
    (one, at) => one !== null && commitment(promised.id, at, one) !== (committed[at] ?? null),
  );
  return wrong ? 'others' : null;
}

/** Whether each secret leads to the one before it, the first one to the commitment. */
function follow(start: string, secrets: readonly string[]): boolean {
  let known = start;
  return secrets.every((secret) => {
    const before = hex(sha256(new TextEncoder().encode('sifang/chain/1'), bytes(secret)));
    const fits = before === known;
    known = secret;
    return fits;
  });
}

/** What a record has that was not promised so. */
export function differences(promised: Promised, record: MatchRecord): Difference[] {
  const found: Difference[] = [];
  if (record.commitment !== promised.commitment) found.push('commitment');
  if (record.terms !== promised.terms) found.push('terms');
  for (const { nonces: shown } of record.deals) {
    const wrong = nonces(promised, shown);
    if (wrong !== null && !found.includes(wrong)) found.push(wrong);
  }
  const committed = record.nonce_commitments ?? [];
  if (
    promised.committed?.some((one, seat) => one !== (committed[seat] ?? null)) === true &&
    !found.includes('others')
  )
    found.push('others');
  const secrets = record.deals.map((deal) => deal.secret);
  if (!follow(promised.commitment, secrets)) found.push('secret');
  return found;
}

/** What the server shows at the table that was not promised so. */
export function broken(
  promised: Promised,
  shown: Pick<Fairness, 'commitment' | 'terms'> & Partial<Pick<Fairness, 'revealed'>>,
): Broken | null {
  if (shown.commitment !== promised.commitment) return 'commitment';
  if (shown.terms !== promised.terms) return 'terms';
  return follow(promised.commitment, shown.revealed ?? []) ? null : 'secret';
}

/** The short form: enough to be compared by eye. */
export function shortForm(value: string): string {
  return value.slice(0, 8).replace(/(.{4})/, '$1 ');
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const read = (): Promised[] => {
  try {
    return restorePromises(storage()?.getItem(KEY) ?? null);
  } catch {
    return [];
  }
};

/** What this device remembers of a match. */
export function promisedOf(id: string): Promised | null {
  return read().find((one) => one.id === id) ?? null;
}

/** Keeps what a match shows; a browser that keeps nothing remembers nothing. */
export function keepShown(
  head: MatchHead,
  seat: number | null,
  own: { nonce: string; kept: boolean } | null,
): void {
  // Read anew: other windows of this browser write here, too.
  const all = read();
  const now = withShown(all, head, seat, own);
  if (now === all) return;
  try {
    storage()?.setItem(KEY, JSON.stringify(now));
  } catch {
    // No room: then it is not remembered, and the check says so.
  }
}
