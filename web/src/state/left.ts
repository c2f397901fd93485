// The match that this device has left while it was played: the lobby shows the way back. The server
// does not count whoever has left among the people of a room, though the seat stays theirs.
import { ask, Refused } from '../net/api';
import type { RoomSummary } from '../net/wire';

const KEY = 'sifang.left';

/** A room that was left: its link leads back at once. */
export interface Left {
  player: string;
  link: string;
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Reads what was stored; what is not of that form is nothing. */
export function restoreLeft(stored: string | null): Left | null {
  try {
    const found = JSON.parse(stored ?? 'null') as Partial<Left> | null;
    return typeof found?.player === 'string' && /^[0-9a-f]{32}$/.test(found.link ?? '')
      ? { player: found.player, link: found.link as string }
      : null;
  } catch {
    return null;
  }
}

export const rememberLeft = (left: Left): void => storage()?.setItem(KEY, JSON.stringify(left));
const forget = (): void => storage()?.removeItem(KEY);

/** The room this player has left, while its match is still played. */
export async function stillPlayed(
  player: string,
): Promise<{ link: string; room: RoomSummary } | null> {
  const left = restoreLeft(storage()?.getItem(KEY) ?? null);
  if (left === null || left.player !== player) return null;
  try {
    const room = await ask<RoomSummary>('GET', `/api/rooms/${left.link}`);
    if (room.phase === 'playing' || room.phase === 'between') return { link: left.link, room };
    forget();
  } catch (error) {
    if (error instanceof Refused && error.body.code === 'room/not_found') forget();
  }
  return null;
}
