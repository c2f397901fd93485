// Answers chosen in advance. A player who has already decided need not be asked: the answer goes
// out the moment the question comes, so that how long a window stays open shows nobody that there
// was a choice. A win is never given up here.
import { readChoice, type Choice } from './actions';

/**
 * Never chow; never pong or kong a discard; pass every claim of this deal; win whenever it is
 * offered.
 */
export const SWITCHES = ['noChow', 'noPong', 'passDeal', 'autoWin'] as const;
export type Switch = (typeof SWITCHES)[number];
export type Switches = Readonly<Record<Switch, boolean>>;

export const ALL_OFF: Switches = { noChow: false, noPong: false, passDeal: false, autoWin: false };

/** An answer, and the switches that gave it. */
export interface Given {
  action: string;
  why: Switch[];
}

/**
 * Whether this takes another's discard for a meld. A kong that names its tile is made in the own
 * turn.
 */
const takes = (choice: Choice): boolean =>
  choice.verb === 'chi' ||
  choice.verb === 'pon' ||
  (choice.verb === 'kong' && choice.tiles.length === 0);

/** The answer that these switches give to these choices; none leaves it to the player. */
export function answerInAdvance(choices: readonly string[], on: Switches): Given | null {
  const all = choices.map(readChoice);
  const wins = new Set(all.filter((choice) => choice.verb === 'hu').map((choice) => choice.action));
  if (wins.size > 0) {
    // Passing a win may bar later ones, and between two ways of winning only the player can choose.
    const [win] = wins;
    return on.autoWin && wins.size === 1 && win !== undefined
      ? { action: win, why: ['autoWin'] }
      : null;
  }
  const others = all.filter((choice) => choice.verb !== 'pass');
  // Turns, declarations and stakes are never answered: only a window in which there is a discard to
  // take or to leave.
  if (others.length === 0 || others.length === all.length || !others.every(takes)) return null;
  const why: Switch[] = [];
  if (others.some((choice) => choice.verb === 'chi')) why.push('noChow');
  if (others.some((choice) => choice.verb !== 'chi')) why.push('noPong');
  if (why.every((which) => on[which])) return { action: 'pass', why };
  return on.passDeal ? { action: 'pass', why: ['passDeal'] } : null;
}

/**
 * What was switched on, and where: it holds for that match, and what is for one deal for that deal.
 */
export interface Kept {
  match: string;
  deal: number;
  on: Switches;
}

/** The switches that hold in this deal of this match. */
export function inForce(kept: Kept | null, match: string, deal: number): Switches {
  if (kept === null || kept.match !== match) return ALL_OFF;
  return kept.deal === deal ? kept.on : { ...kept.on, passDeal: false };
}

/** Reads what was stored; whatever is not as it was written is nothing. */
export function restoreKept(stored: string | null): Kept | null {
  try {
    const found = JSON.parse(stored ?? 'null') as Partial<Kept> | null;
    if (typeof found?.match !== 'string' || typeof found.deal !== 'number') return null;
    const on = Object.fromEntries(
      SWITCHES.map((which) => [which, found.on?.[which] === true]),
    ) as Record<Switch, boolean>;
    return { match: found.match, deal: found.deal, on };
  } catch {
    return null;
  }
}
