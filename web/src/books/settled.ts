// A settled win as a score request describes it: how the engine read the hand, what does not count,
// and the way to the calculator. None where no request describes the win.
import type { Values } from '../lobby/schema';
import type { Entry, View } from '../state/view';
import { described, formOf, question } from './ask';
import { toLink } from './link';
import type { Score } from '../generated/books';

export interface Settled {
  /** The calculator with this win. */
  href: string;
  score: Score;
}

export async function settled(
  view: View,
  entries: readonly Entry[],
  options: Values,
  win: number,
): Promise<Settled | null> {
  const { rules, dealer, players, aside, wins, extra } = view;
  const request = await described(rules, {
    options,
    entries,
    win,
    view: {
      dealer,
      players: players.map(({ hand, melds }) => ({ hand, melds })),
      aside,
      wins,
      extra,
    },
  });
  if (request === null) return null;
  const [form, said] = await Promise.all([formOf(rules), question(rules, 'score', request)]);
  if (!('score' in said)) return null;
  return { href: `/score/${rules}?${toLink(form, request)}`, score: said.score };
}
