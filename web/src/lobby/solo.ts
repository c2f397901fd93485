// How one plays alone with bots: level, length, clock, practice. The last choice is remembered on
// the device, by rule set where the length is meant, so that one tap is enough the next time.
import type { RoomSetup, RuleSetSummary } from '../net/wire';
import { USUAL_BOT } from './bots';
import type { Field, Value, Values } from './schema';

export interface SoloChoice {
  bots: string;
  /** Seconds for a move; 0: as long as one likes. */
  seconds: number;
  practice: boolean;
  /** How long a match is: options by rule set; those not named are at their defaults. */
  lengths: Record<string, Values>;
}

/** Nobody waits for anybody: no clock unless asked for. */
export const USUAL: SoloChoice = { bots: USUAL_BOT, seconds: 0, practice: false, lengths: {} };
export const SECONDS = [0, 8, 15, 30] as const;
const BANK = 60_000;
const KEY = 'sifang.solo';
/** The options that say how long a match is; every rule set has one of them. */
const LENGTH: readonly string[] = ['deals', 'rounds'];

export const isLength = (field: Field): boolean => LENGTH.includes(field.name);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is Value =>
  ['boolean', 'number', 'string'].includes(typeof value);

/** Reads what was stored; whatever is not as it was written is as usual. */
export function restoreSolo(stored: string | null): SoloChoice {
  try {
    const found: unknown = JSON.parse(stored ?? 'null');
    if (!isRecord(found)) return USUAL;
    const lengths: Record<string, Values> = {};
    for (const [rules, values] of Object.entries(isRecord(found.lengths) ? found.lengths : {})) {
      if (!isRecord(values)) continue;
      lengths[rules] = Object.fromEntries(
        Object.entries(values).filter(
          (entry): entry is [string, Value] => LENGTH.includes(entry[0]) && isValue(entry[1]),
        ),
      );
    }
    return {
      bots: typeof found.bots === 'string' ? found.bots : USUAL.bots,
      seconds: SECONDS.find((one) => one === found.seconds) ?? USUAL.seconds,
      practice: found.practice === true,
      lengths,
    };
  } catch {
    return USUAL;
  }
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const soloChoice = (): SoloChoice => restoreSolo(storage()?.getItem(KEY) ?? null);

export function rememberSolo(choice: SoloChoice): void {
  try {
    storage()?.setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that remembers nothing asks again.
  }
}

/** The setup that a choice means for a rule set. */
export function soloSetup(summary: RuleSetSummary, choice: SoloChoice): RoomSetup {
  const { seconds, practice, bots } = choice;
  return {
    rules: summary.id,
    options: choice.lengths[summary.id] ?? {},
    seats: Math.max(...summary.seats),
    bots,
    hints: true,
    practice,
    clock: seconds === 0 || practice ? null : { move_ms: seconds * 1000, bank_ms: BANK },
  };
}
