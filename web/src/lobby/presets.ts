// House rules that this browser remembers, by rule set.
import type { Values } from './schema';

export interface Preset {
  name: string;
  players: number;
  values: Values;
}

const KEY = 'sifang.presets';
const MOST = 20;

type Stored = Record<string, Preset[]>;

function read(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Stored) : {};
  } catch {
    return {};
  }
}

export function presetsOf(rules: string): Preset[] {
  const list = read()[rules];
  return Array.isArray(list) ? list : [];
}

/** Saves under a name; the same name is replaced. */
export function savePreset(rules: string, preset: Preset): Preset[] {
  const list = [preset, ...presetsOf(rules).filter((one) => one.name !== preset.name)].slice(
    0,
    MOST,
  );
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [rules]: list }));
  return list;
}

export function deletePreset(rules: string, name: string): Preset[] {
  const list = presetsOf(rules).filter((one) => one.name !== name);
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [rules]: list }));
  return list;
}
