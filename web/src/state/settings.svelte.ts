// What this browser remembers about how its player likes the screen. Applied to the document so
// that CSS can follow. Only what somebody has chosen is remembered: the rest follows the browser.

export interface Settings {
  lang: 'zh' | 'en';
  theme: 'system' | 'light' | 'dark';
  felt: 'green' | 'blue' | 'red';
  sound: boolean;
  voice: boolean;
  haptics: boolean;
  /** A notice outside the window when it is one's turn. */
  notify: boolean;
  motion: 'system' | 'full' | 'reduced';
  characters: 'traditional' | 'simplified';
  index: boolean;
  order: 'msp' | 'mps';
  largeHand: boolean;
  oneTap: boolean;
  /** The panel with what the hand waits for stays open. */
  waits: boolean;
}

const KEY = 'sifang.settings';

/**
 * The first of the browser's languages that the page speaks; English where it speaks none of them.
 */
export function preferred(languages: readonly string[]): Settings['lang'] {
  const spoken = languages.flatMap((language): Settings['lang'][] =>
    /^(zh|yue|wuu|hak|nan|gan|hsn|cmn)\b/i.test(language)
      ? ['zh']
      : /^en\b/i.test(language)
        ? ['en']
        : [],
  );
  return spoken[0] ?? (languages.length === 0 ? 'zh' : 'en');
}

const DEFAULTS: Settings = {
  // Where there is no page (in unit tests) nobody reads it.
  lang: preferred(globalThis.document === undefined ? [] : navigator.languages),
  theme: 'system',
  felt: 'green',
  sound: true,
  voice: false,
  haptics: true,
  notify: false,
  motion: 'system',
  characters: 'traditional',
  index: false,
  order: 'msp',
  largeHand: false,
  oneTap: false,
  waits: false,
};

/** Reads what was chosen and stored, without what is of the wrong kind. */
export function restore(stored: string | null): Partial<Settings> {
  const chosen: Partial<Settings> = {};
  try {
    const found: unknown = JSON.parse(stored ?? 'null');
    if (typeof found !== 'object' || found === null) return chosen;
    for (const [key, value] of Object.entries(found as Record<string, unknown>)) {
      if (key === 'lang' && value !== 'zh' && value !== 'en') continue;
      if (key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Settings])
        Object.assign(chosen, { [key]: value });
    }
  } catch {
    return {};
  }
  return chosen;
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const stored = (): Partial<Settings> => restore(storage()?.getItem(KEY) ?? null);

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

/** Changes settings and remembers that they were chosen. */
export function change(values: Partial<Settings>): void {
  Object.assign(settings, values);
  storage()?.setItem(KEY, JSON.stringify({ ...stored(), ...values }));
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
