// The voice that calls: clips of a pack that the player has chosen, kept by this browser, or the
// browser's own speech where there is none. A pack is one JSON file (see web/README.md); it comes
// from anywhere, so its size, its form and the length of its clips are checked.

export const FORMAT = 'sifang-voice/1';
/** The calls, and how the browser says them. */
export const SPOKEN = {
  chi: '吃',
  pon: '碰',
  kong: '杠',
  hu: '胡',
  zimo: '自摸',
  ready: '听',
  ready_ask: '请胡',
} as const;
export type Spoken = keyof typeof SPOKEN;

/** A file, a clip as it is written, the clips of one call, a name. */
export const MOST = { file: 4_000_000, clip: 400_000, clips: 8, name: 40, seconds: 4 } as const;

export interface Pack {
  name: string;
  /** Sound files in base64. */
  clips: Partial<Record<Spoken, string[]>>;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The pack that a text holds; null where it holds none. */
export function readPack(text: string): Pack | null {
  if (text.length > MOST.file) return null;
  let found: { format?: unknown; name?: unknown; clips?: unknown } | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    return null;
  }
  const { format, name, clips } = found ?? {};
  if (format !== FORMAT || typeof name !== 'string' || name.trim() === '') return null;
  if (typeof clips !== 'object' || clips === null) return null;
  const pack: Pack = { name: [...name.trim()].slice(0, MOST.name).join(''), clips: {} };
  for (const [call, list] of Object.entries(clips as Record<string, unknown>)) {
    if (!(call in SPOKEN) || !Array.isArray(list)) return null;
    const sound = list.every(
      (clip) => typeof clip === 'string' && clip.length <= MOST.clip && BASE64.test(clip),
    );
    if (!sound || list.length === 0 || list.length > MOST.clips) return null;
    pack.clips[call as Spoken] = list as string[];
  }
  return Object.keys(pack.clips).length > 0 ? pack : null;
}

const bytes = (base64: string): ArrayBuffer => {
  const text = atob(base64);
  const all = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) all[i] = text.charCodeAt(i);
  return all.buffer;
};

/** A clip as it can be played; null where it is none, or too long. */
async function decode(context: BaseAudioContext, clip: string): Promise<AudioBuffer | null> {
  try {
    const buffer = await context.decodeAudioData(bytes(clip));
    return buffer.duration <= MOST.seconds ? buffer : null;
  } catch {
    return null;
  }
}

const STORE = 'packs';
const CHOSEN = 'chosen';

/** One step in the browser's store; null where it keeps nothing. */
function stored<T>(
  mode: IDBTransactionMode,
  step: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  return new Promise((resolve) => {
    const none = (): void => resolve(null);
    if (globalThis.indexedDB === undefined) return none();
    const opening = indexedDB.open('sifang-voice', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = none;
    opening.onsuccess = () => {
      const asked = step(opening.result.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = none;
    };
  });
}

let chosen: Promise<Pack | null> | null = null;
const decoded = new Map<string, Promise<AudioBuffer | null>>();

/** The pack in use. */
export function chosenPack(): Promise<Pack | null> {
  chosen ??= stored('readonly', (store) => store.get(CHOSEN) as IDBRequest<unknown>).then((text) =>
    typeof text === 'string' ? readPack(text) : null,
  );
  return chosen;
}

/** Takes this pack from now on; none: the browser's speech. False where it could not be kept. */
export async function choosePack(text: string | null): Promise<boolean> {
  const kept =
    text === null
      ? await stored('readwrite', (store) => store.delete(CHOSEN))
      : await stored('readwrite', (store) => store.put(text, CHOSEN));
  chosen = null;
  decoded.clear();
  return text === null || kept !== null;
}

/** One of the clips of a call, in turn by chance; null where the pack has none that can be played. */
export async function clipOf(context: BaseAudioContext, call: Spoken): Promise<AudioBuffer | null> {
  const clips = (await chosenPack())?.clips[call] ?? [];
  const clip = clips[Math.floor(Math.random() * clips.length)];
  if (clip === undefined) return null;
  let found = decoded.get(clip);
  if (found === undefined) decoded.set(clip, (found = decode(context, clip)));
  return found;
}
