// What a review page knows: asking for it, the time that is left, the parts of a reason, the way
// from one mistake to the next.
import type { ReviewMistake, ReviewRun } from '../generated/protocol';
import { ask } from '../net/api';
import type { ServerMessage, TableView } from '../net/wire';
import { readChoice } from '../state/actions';
import { parseTiles } from '../state/tiles';
import { stepsOf } from './replay';

const at = (id: string): string => `/api/records/${encodeURIComponent(id)}`;
export const beginReview = (id: string): Promise<ReviewRun> => ask('POST', `${at(id)}/review`);
export const lookAtReview = (id: string): Promise<ReviewRun> => ask('GET', `${at(id)}/review`);
export const stopReview = (id: string): Promise<unknown> => ask('DELETE', `${at(id)}/review`);

/** The table of a decision, before it was taken. */
export async function questionOf(
  id: string,
  { deal, place }: { deal: number; place: number },
  viewer: number | 'open',
): Promise<TableView> {
  const answer = await ask<{ messages: ServerMessage[] }>(
    'GET',
    `${at(id)}/deals/${deal}/questions/${place}/${viewer}`,
  );
  const [first] = stepsOf(answer.messages);
  if (first === undefined) throw new Error('an empty answer');
  return first.table;
}

/** How far a review was when this page first looked at it. */
export interface Since {
  time: number;
  part: number;
}

/**
 * Seconds that are left, from how fast it went since this page looks on; nothing while that is too
 * short to say.
 */
export function secondsLeft(since: Since, part: number, now: number): number | null {
  const [passed, done] = [(now - since.time) / 1000, part - since.part];
  return passed < 2 || done < 20 ? null : Math.ceil((passed / done) * (1000 - part));
}

/** Points from hundredths, with one decimal; minus is the real one. */
export function points(hundredths: number): string {
  return (Math.abs(hundredths) / 100).toFixed(1);
}

export function signedPoints(hundredths: number): string {
  const text = points(hundredths);
  return text === '0.0' ? '0' : (hundredths > 0 ? '+' : '−') + text;
}

/** A piece of a sentence: words, or tiles to be drawn. */
export type Part = { text: string } | { tiles: string[] };

/** Tiles in their notation that stand alone: `36m`, `1m9p`. */
const NOTATION = /(?<![0-9A-Za-z])((?:[1-9]+[mps]|[1-7]+z|[1-8]+f)+)(?![0-9A-Za-z])/g;

/** A reason in pieces; the address of its clause is left to a link beside it. */
export function partsOf(reason: string, clause: string | null): Part[] {
  const text =
    clause === null ? reason : reason.replace(`［${clause}］`, '').replace(` [${clause}]`, '');
  const parts: Part[] = [];
  text.split(NOTATION).forEach((piece, i) => {
    if (piece !== '') parts.push(i % 2 === 1 ? { tiles: parseTiles(piece) } : { text: piece });
  });
  return parts;
}

/** Which mistake a link names; nothing where it names none. */
export interface Chosen {
  deal: number;
  place: number;
}

export function readChosen(search: string): Chosen | null {
  const query = new URLSearchParams(search);
  const [deal, place] = ['deal', 'place'].map((name) => Number(query.get(name) ?? NaN));
  return Number.isInteger(deal) && Number.isInteger(place)
    ? { deal: deal as number, place: place as number }
    : null;
}

export const isAt = (mistake: ReviewMistake, chosen: Chosen): boolean =>
  mistake.deal === chosen.deal && mistake.place === chosen.place;

export function addressOf(id: string, mistake: Chosen | null, tries: boolean): string {
  const query = new URLSearchParams({
    ...(mistake === null ? {} : { deal: String(mistake.deal), place: String(mistake.place) }),
    ...(tries ? { try: '1' } : {}),
  });
  return `/review/${id}${query.size === 0 ? '' : `?${query}`}`;
}

/** What one chose against what was played and what is better. */
export type Tried = 'right' | 'again' | 'other';

export function judge(chosen: string, mistake: ReviewMistake): Tried {
  return chosen === mistake.better ? 'right' : chosen === mistake.played ? 'again' : 'other';
}

const LETS_GO: readonly string[] = ['discard', 'ready', 'ready_ask', 'bury'];

/** The tiles of the hand that an action throws or buries. */
export function thrown(action: string): string[] {
  const { verb, tiles } = readChoice(action);
  return LETS_GO.includes(verb) ? tiles : [];
}
