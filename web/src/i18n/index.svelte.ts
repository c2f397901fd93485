// The language in use and the two ways to get words: `t` for the screen's own, `pick` for texts
// that come in both languages.
import { settings } from '../state/settings.svelte';
import type { Lang, Text } from './text';
import { words, type Key } from './words';

export type { Key, Lang, Text };

/** Letters that are written from right to left. */
const SCRIPTS = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Adlam'];
const RIGHT_TO_LEFT = new RegExp(
  `[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}` +
    '\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]',
  'u',
);

/**
 * A name as it can stand in any line: one with such letters must not turn round the words and
 * numbers beside it.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) && !name.startsWith('\u2068') ? `\u2068${name}\u2069` : name;
}

/** The word for `key`, with `{name}` replaced by the values given. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(words[key][settings.lang], values);
}

/**
 * Speaks the words of one page, which come with that page and not with the first one
 * (`i18n/pages`).
 */
export function speaker<K extends string>(
  own: Record<K, Text>,
): (key: K, values?: Record<string, string | number>) => string {
  return (key, values = {}) => fill(pick(own[key]), values);
}

/** A text with `{name}` replaced by the values given. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isolated(String(values[name] ?? whole)),
  );
}

/** A text of the server in the language in use. */
export function pick(text: Text): string {
  return text[settings.lang];
}

const DIGITS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const HONOURS: Record<Lang, string[]> = {
  zh: ['', '东', '南', '西', '北', '白板', '发财', '红中'],
  en: ['', 'East', 'South', 'West', 'North', 'White', 'Green', 'Red'],
};
const FLOWERS: Record<Lang, string[]> = {
  zh: ['', '春', '夏', '秋', '冬', '梅', '兰', '竹', '菊'],
  en: ['', 'Spring', 'Summer', 'Autumn', 'Winter', 'Plum', 'Orchid', 'Bamboo', 'Chrysanthemum'],
};

/** The name of a tile as it is spoken; nothing stands for a face-down one. */
export function tileName(tile: string | null): string {
  if (tile === null) return t('tile.back');
  const n = Number(tile[0]);
  const kind = tile[1];
  const lang = settings.lang;
  if (kind === 'z') return HONOURS[lang][n] ?? tile;
  if (kind === 'f') return FLOWERS[lang][n] ?? tile;
  const suit = t(`suit.${kind as 'm' | 'p' | 's'}`);
  return lang === 'zh' ? `${DIGITS[n]}${suit}` : `${n} of ${suit}`;
}

/** A number with its sign; minus is the real one. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

/** Chinese ordinal for small numbers, plain otherwise. */
export function ordinal(n: number): string {
  return settings.lang === 'zh' ? (DIGITS[n] ?? String(n)) : String(n);
}
