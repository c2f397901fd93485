// What this browser remembers about how its player likes the screen. Applied to the document so
// that CSS can follow.

export interface Settings {
  lang: 'zh' | 'en';
  theme: 'system' | 'light' | 'dark';
  felt: 'green' | 'blue' | 'red';
  sound: boolean;
  voice: boolean;
  haptics: boolean;
  motion: 'system' | 'full' | 'reduced';
  characters: 'traditional' | 'simplified';
  index: boolean;
  order: 'msp' | 'mps';
  largeHand: boolean;
  oneTap: boolean;
}

const KEY = 'sifang.settings';

const DEFAULTS: Settings = {
  lang: 'zh',
  theme: 'system',
  felt: 'green',
  sound: true,
  voice: false,
  haptics: true,
  motion: 'system',
  characters: 'traditional',
  index: false,
  order: 'msp',
  largeHand: false,
  oneTap: false,
};

/** Reads what was stored; whatever is missing or of the wrong kind is as by default. */
export function restore(stored: string | null): Settings {
  const result = { ...DEFAULTS };
  if (stored === null) return result;
  try {
    const found: unknown = JSON.parse(stored);
    if (typeof found !== 'object' || found === null) return result;
    for (const [key, value] of Object.entries(found as Record<string, unknown>)) {
      if (key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Settings])
        Object.assign(result, { [key]: value });
    }
  } catch {
    return result;
  }
  return result;
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const settings: Settings = $state(restore(storage()?.getItem(KEY) ?? null));

/** Changes settings and remembers them. */
export function change(values: Partial<Settings>): void {
  Object.assign(settings, values);
  storage()?.setItem(KEY, JSON.stringify(settings));
}

/** Whether motion is to be left out. */
export function still(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'reduced';
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Keeps the document's attributes in step with the settings. Call once, inside an effect root. */
export function applySettings(): void {
  const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');
  let systemDark = $state(dark.matches);
  dark.addEventListener('change', (event) => (systemDark = event.matches));
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang === 'zh' ? 'zh-CN' : 'en';
    root.dataset.theme =
      settings.theme === 'system' ? (systemDark ? 'dark' : 'light') : settings.theme;
    root.dataset.felt = settings.felt;
    root.dataset.motion = settings.motion;
    root.dataset.index = String(settings.index);
    root.dataset.large = String(settings.largeHand);
  });
}
