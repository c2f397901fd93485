// The words of what is asked and offered: the question, and the buttons that answer it. What a rule
// set calls otherwise comes from its traits.
import { pick, t, type Key } from '../../i18n/index.svelte';
import { used, type Choice } from '../../state/actions';
import type { Tile, View } from '../../state/view';
import type { Choosing } from '../choosing.svelte';
import type { Hint, Traits } from '../extras/traits';

const CLAIMS: Record<string, Key> = {
  claim: 'prompt.claim',
  rob: 'prompt.rob',
  ask: 'prompt.ask',
};

const offers = ({ offer }: Choosing, ...verbs: Choice['verb'][]): boolean =>
  offer.buttons.some((choice) => verbs.includes(choice.verb));

/** The question that is asked, in words. */
export function question(
  view: View,
  choosing: Choosing,
  traits: Traits,
  nameOf: (seat: number | null) => string,
): string {
  const { offer } = choosing;
  const special = traits.question?.(view) ?? null;
  if (special !== null) return pick(special);
  if (offer.floats.length > 0) return t('prompt.piao');
  // What to bury is said where the tiles are laid.
  if (choosing.burying) return '';
  const asked = CLAIMS[view.stage?.name ?? ''];
  if (asked !== undefined && view.stage?.seat !== view.seat)
    return t(asked, { name: nameOf(view.stage?.seat ?? null) });
  if (choosing.winOffered || (offer.discards.size === 0 && offers(choosing, 'hu')))
    return t(offers(choosing, 'hu') ? 'prompt.win' : 'prompt.mayAsk');
  if (offer.discards.size + offer.declares.length > 0)
    return offer.buttons.length > 0 ? t('prompt.turn') : t('prompt.must');
  return t(offers(choosing, 'ready', 'ready_ask') ? 'prompt.declare' : 'prompt.turn');
}

/** What the button says that turns down a win. */
export const declining = (choosing: Choosing): string =>
  t(offers(choosing, 'hu') ? 'act.decline' : 'act.declineAsk');

/** The word on a button. */
export function word(view: View, traits: Traits, choice: Choice): string {
  const own = traits.wording?.(view, choice)?.text;
  if (own !== undefined) return pick(own);
  if (choice.verb === 'piao')
    return choice.number === 0 ? t('act.piao0') : t('act.piao', { n: choice.number ?? 0 });
  return t(`act.${choice.verb}`);
}

/** What a rule set adds to that word. */
export function note(view: View, traits: Traits, choice: Choice): string {
  const own = traits.wording?.(view, choice)?.note;
  return own === undefined ? '' : pick(own);
}

/** How a button looks. */
export function look(choice: Choice): 'pass' | 'win-action' | '' {
  if (choice.verb === 'pass') return 'pass';
  return ['hu', 'ready', 'ready_ask', 'ask'].includes(choice.verb) ? 'win-action' : '';
}

/** What a button shows of tiles: those of a sequence, of one kong of several, or the thrown one. */
export function shown(choice: Choice, claimed: Tile | null): Tile[] {
  if (choice.verb === 'chi') return used(choice, claimed);
  return choice.verb === 'hu' || choice.verb === 'piao' ? [] : choice.tiles.slice(0, 1);
}

/** What one waits for after a declaration. */
export function waited(choice: Choice, waits: readonly Hint[]): Tile[] {
  if (choice.verb !== 'ready' && choice.verb !== 'ready_ask') return [];
  const [thrown] = choice.tiles;
  const found = waits.find((hint) =>
    thrown === undefined
      ? hint.after === null
      : hint.after?.verb === 'discard' && hint.after.tile === thrown,
  );
  return found?.waits.map((wait) => wait.tile) ?? [];
}
