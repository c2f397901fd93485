// Answers the player has asked to be given without being bothered: win when it is offered, leave all claims alone.
import { readChoice } from '../state/actions';

export interface Helpers { autoWin: boolean; noClaims: boolean }

const CLAIMS: ReadonlySet<string> = new Set(['chi', 'pon', 'kong', 'pass']);

/** The answer a helper gives to these choices; none leaves it to the player. */
export function helperAnswer(choices: readonly string[], helpers: Helpers): string | null {
  if (helpers.autoWin && choices.includes('hu')) return 'hu';
  const onlyClaims = choices.includes('pass') && choices.every((choice) => CLAIMS.has(readChoice(choice).verb));
  return helpers.noClaims && onlyClaims ? 'pass' : null;
}
