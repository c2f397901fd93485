// Whom this browser does not want to hear at a table, by player; it is remembered, and nobody is
// informed of it.
import { SvelteSet } from 'svelte/reactivity';
import { deviceStorage } from './storage';

const KEY = 'sifang.muted';
/** So many are remembered; the oldest are forgotten. */
const MOST = 200;

/** Reads what was stored, without what is no name. */
export function restore(stored: string | null): string[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(found)
      ? found.filter((one): one is string => typeof one === 'string').slice(-MOST)
      : [];
  } catch {
    return [];
  }
}

const muted = new SvelteSet<string>(restore(deviceStorage()?.getItem(KEY) ?? null));

export const isMuted = (player: string | null): boolean => player !== null && muted.has(player);

export function mute(player: string, on: boolean): void {
  if (on) muted.add(player);
  else muted.delete(player);
  deviceStorage()?.setItem(KEY, JSON.stringify([...muted].slice(-MOST)));
}
