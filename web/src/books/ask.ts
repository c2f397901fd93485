// Rule books, forms and questions about described hands, asked of the server. Books and forms are
// asked for once.
import type { Lang } from '../i18n/index.svelte';
import { Refused } from '../net/api';
import type { Book, Form, Refusal, Request, Score, Waits } from '../generated/books';

const known = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const found = known.get(path) as Promise<T> | undefined;
  if (found !== undefined) return found;
  const asked = get<T>(path).catch((error: unknown) => {
    known.delete(path);
    throw error;
  });
  known.set(path, asked);
  return asked;
}

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path).catch(() => null);
  if (answer === null || !answer.ok)
    throw new Refused({
      code: 'net/offline',
      zh: '服务器没有回应',
      en: 'The server does not answer',
    });
  return (await answer.json()) as T;
}

export const bookOf = (rules: string, lang: Lang): Promise<Book> =>
  once(`/api/rules/${encodeURIComponent(rules)}/book/${lang}`);
export const formOf = (rules: string): Promise<Form> =>
  once(`/api/rules/${encodeURIComponent(rules)}/form`);

/** What the engine says of a described hand: its score or its waits, or why there is neither. */
export type Outcome = { score: Score } | { waits: Waits } | { refusal: Refusal };

const OFFLINE: Refusal = {
  error: 'net/offline',
  detail: 'The server does not answer',
  zh: '服务器没有回应',
};

/** Asks the engine about a described hand. */
export async function question(
  rules: string,
  what: 'score' | 'waits',
  request: Request,
): Promise<Outcome> {
  const path = `/api/rules/${encodeURIComponent(rules)}/${what}`;
  const sent = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => null);
  const content: unknown = await sent?.json().catch(() => null);
  const refusal = content as Partial<Refusal> | null;
  if (typeof refusal?.error === 'string') return { refusal: { ...OFFLINE, ...refusal } };
  if (sent?.ok !== true) return { refusal: OFFLINE };
  return what === 'score' ? { score: content as Score } : { waits: content as Waits };
}

/** The score request that describes a settled win; null where none does. */
export async function described(rules: string, settled: unknown): Promise<Request | null> {
  const path = `/api/rules/${encodeURIComponent(rules)}/describe`;
  const sent = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settled),
  }).catch(() => null);
  const content = (await sent?.json().catch(() => null)) as { request?: Request | null } | null;
  return content?.request ?? null;
}
