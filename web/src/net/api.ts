// HTTP beside the socket: who the player is, rule sets, rooms.
import { settings } from '../state/settings.svelte';
import { thisDevice } from './device';
import type { History, Replay, Statistics, StoredRecord, VerdictView } from '../generated/protocol';
import type {
  Created,
  ErrorBody,
  LabList,
  LabRequest,
  LabRun,
  Me,
  Registered,
  RoomList,
  RoomSetup,
  RuleSetDetail,
  RuleSetSummary,
} from './wire';

/** A refusal with its code and its sentence in both languages. */
export class Refused extends Error {
  readonly body: ErrorBody;
  constructor(body: ErrorBody) {
    super(settings.lang === 'zh' ? body.zh : body.en);
    this.body = body;
  }
}

const KEY = 'sifang.token';
const SILENT: ErrorBody = {
  code: 'net/offline',
  zh: '服务器没有回应',
  en: 'The server does not answer',
};

export function storedToken(): string | null {
  return localStorage.getItem(KEY);
}

/** From now on this browser is whoever the token proves. */
export function keepToken(token: string): void {
  localStorage.setItem(KEY, token);
}

/**
 * Forgets a token, unless another has taken its place in the meantime; says whether it was there.
 */
export function forgetToken(token: string): boolean {
  if (storedToken() !== token) return false;
  localStorage.removeItem(KEY);
  return true;
}

let signedOut = (): void => undefined;
/**
 * What to do when the server no longer knows this browser's token: it was signed out elsewhere, or
 * did not come for too long.
 */
export function whenSignedOut(act: () => void): void {
  signedOut = act;
}

export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  token: string | null = storedToken(),
): Promise<T> {
  const headers: Record<string, string> = {};
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(SILENT);
  }
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok) return content as T;
  const refusal = content as Partial<ErrorBody> | null;
  if (refusal?.code === 'auth/token' && token !== null && forgetToken(token)) signedOut();
  throw new Refused(typeof refusal?.code === 'string' ? (refusal as ErrorBody) : SILENT);
}

/** What a guest is called at first, in the language of the page. */
export const GUESTS: Record<'zh' | 'en', readonly string[]> = {
  zh: ['竹客', '棋友', '雀友', '茶客', '晚风', '北窗', '南枝', '东篱', '西楼', '青梅'],
  en: [
    ...['Bamboo', 'Cedar', 'Harbour', 'Lantern', 'Magpie'],
    ...['Orchard', 'Sparrow', 'Teacup', 'Willow', 'Evening'],
  ],
};

/** Makes sure that this browser is somebody: the stored player, or a new guest. */
export async function identify(): Promise<Me> {
  if (storedToken() !== null) {
    try {
      return await ask<Me>('GET', '/api/me');
    } catch (error) {
      if (!(error instanceof Refused) || error.body.code !== 'auth/token') throw error;
    }
  }
  const [pick = 0, number = 0] = crypto.getRandomValues(new Uint16Array(2));
  const names = GUESTS[settings.lang];
  const nickname = `${names[pick % names.length] ?? ''}${(number % 90) + 10}`;
  const made = await ask<Registered>('POST', '/api/players', { nickname, ...thisDevice() });
  keepToken(made.token);
  return { player: made.player, rooms: [] };
}

export const whoAmI = (): Promise<Me> => ask('GET', '/api/me');
export const rename = (nickname: string): Promise<unknown> => ask('PATCH', '/api/me', { nickname });
export const ruleSets = (): Promise<RuleSetSummary[]> => ask('GET', '/api/rules');
export const ruleSet = (id: string): Promise<RuleSetDetail> =>
  ask('GET', `/api/rules/${encodeURIComponent(id)}`);
/** A page of the public rooms; without a cursor the first of an order drawn for this reader. */
export const publicRooms = (after: string | null): Promise<RoomList> =>
  ask('GET', after === null ? '/api/rooms' : `/api/rooms?after=${encodeURIComponent(after)}`);

export const labRuns = (): Promise<LabList> => ask('GET', '/api/lab');
export const labRun = (id: string): Promise<LabRun> => ask('GET', `/api/lab/${id}`);
export const startLab = (request: LabRequest): Promise<LabRun> => ask('POST', '/api/lab', request);
export const cancelLab = (id: string): Promise<unknown> => ask('DELETE', `/api/lab/${id}`);

/**
 * Asks for something with a setup; where the server has no bot of that name, with whichever it
 * takes itself.
 */
async function withSetup(
  setup: RoomSetup,
  make: (setup: RoomSetup) => Promise<Created>,
): Promise<Created> {
  try {
    return await make(setup);
  } catch (error) {
    if (!(error instanceof Refused) || error.body.code !== 'bot/unknown') throw error;
    const { bots: _, ...others } = setup;
    return make(others);
  }
}

export const createRoom = (setup: RoomSetup): Promise<Created> =>
  withSetup(setup, (asked) => ask('POST', '/api/rooms', asked));
export const quickPlay = (setup: RoomSetup): Promise<Created> =>
  withSetup(setup, (asked) => ask('POST', '/api/quick', { setup: asked }));

export const storedRecord = (id: string): Promise<StoredRecord> =>
  ask('GET', `/api/records/${encodeURIComponent(id)}`);
export const replayOf = (id: string, deal: number, viewer: number | 'open'): Promise<Replay> =>
  ask('GET', `/api/records/${encodeURIComponent(id)}/deals/${deal}/views/${viewer}`);
export const playAgain = (record: unknown): Promise<VerdictView> =>
  ask('POST', '/api/verify', record);
export const statistics = (): Promise<Statistics> => ask('GET', '/api/history/statistics');
export const playedMatches = (rules: string | null, before: number | null): Promise<History> => {
  const query = new URLSearchParams({
    ...(rules === null ? {} : { rules }),
    ...(before === null ? {} : { before: String(before) }),
  });
  return ask('GET', `/api/history?${query}`);
};
