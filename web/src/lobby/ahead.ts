// A room with its table is most of the client, and the lobby needs none of it: it is loaded when
// somebody goes to a room.

export const loadRoom = (): Promise<typeof import('./Room.svelte')> => import('./Room.svelte');

/**
 * Begins to load it while the server still makes the room. If that fails, so will going there,
 * which says so.
 */
export function expectRoom(): void {
  loadRoom().catch(() => undefined);
}
