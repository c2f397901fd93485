// The keys of the table. Each means one thing: none both passes and throws, and a win or a claim
// that is offered is only turned down by the key for no.
import type { Verb } from '../state/actions';
import type { Choosing } from './choosing.svelte';

/** The letter that presses the button of a verb. */
export const LETTERS: Partial<Record<Verb, string>> = {
  hu: 'H',
  ask: 'A',
  ready: 'R',
  ready_ask: 'R',
  kong: 'K',
  pon: 'P',
  chi: 'C',
  pass: 'X',
};
const DIGITS = '1234567890-=';
const FIELDS: readonly string[] = ['INPUT', 'TEXTAREA', 'SELECT'];

/** What keys can do at a table. */
export interface Keyed {
  choosing: Choosing;
  /** Raises tile number `index`; a raised one is thrown. */
  pickNumber: (index: number) => void;
  /** Opens or closes the hints, or says that there are none to close. */
  toggleHints: (() => void) | null;
  hintsOpen: boolean;
  /** Opens the map of the keys. */
  openHelp: () => void;
  /** Opens what can be said; none for those who only watch. */
  openTalk: (() => void) | null;
  /** Puts the focus on the first button of several that a letter could mean. */
  focusAction: (action: string) => void;
  /** Called when a key did nothing because a win comes first. */
  winFirst: () => void;
}

/** Does what a key means; whether it meant anything. */
export function pressKey(event: KeyboardEvent, table: Keyed): boolean {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || FIELDS.includes(target.tagName))
    return false;
  const key = event.key.toLowerCase();
  // Held down, a key is pressed once; a button would be pressed again and again.
  if (event.repeat) return key === 'enter' || key === ' ';
  if (key === '?') table.openHelp();
  else if (key === 't') table.toggleHints?.();
  else if (key === 's') table.openTalk?.();
  else if (key === 'z') table.choosing.sort();
  else if (key === 'escape') return leave(table);
  else if (DIGITS.includes(key)) table.pickNumber(DIGITS.indexOf(key));
  else if (key === ' ') return space(target, table);
  else if (key === 'x') say(table);
  else return letter(key, table);
  return true;
}

/** Escape closes what is open and lowers what is raised; it never answers. */
function leave({ choosing, hintsOpen, toggleHints }: Keyed): boolean {
  if (hintsOpen) toggleHints?.();
  else if (choosing.selected.length > 0) choosing.selected = [];
  else return false;
  return true;
}

/** The space bar throws the drawn tile, unless it is on its way to another button. */
function space(target: HTMLElement, { choosing, winFirst }: Keyed): boolean {
  if (target.tagName === 'BUTTON' && !target.classList.contains('hand-tile')) return false;
  if (choosing.winOffered) winFirst();
  else if (choosing.armed && !wouldBreakKong(choosing)) choosing.throwDrawn();
  return true;
}

/** The drawn tile is part of a kong that is offered: that needs a choice, not a habit. */
function wouldBreakKong({ throwable, offer }: Choosing): boolean {
  return offer.buttons.some(
    (choice) => choice.verb === 'kong' && choice.tiles[0] === throwable?.tile,
  );
}

/** No: to a claim, or to a win in the own turn. */
function say({ choosing }: Keyed): void {
  if (!choosing.armed) return;
  const pass = choosing.offer.buttons.find((choice) => choice.verb === 'pass');
  if (pass !== undefined) choosing.act(pass.action);
  else choosing.decline();
}

function letter(key: string, { choosing, focusAction }: Keyed): boolean {
  const meant = [...choosing.offer.buttons, ...choosing.offer.declares].filter(
    (choice) => choice.verb !== 'pass' && LETTERS[choice.verb]?.toLowerCase() === key,
  );
  const [first] = meant;
  if (first === undefined) return false;
  if (meant.length > 1) focusAction(first.action);
  else if (choosing.armed) choosing.act(first.action);
  return true;
}
