// From one state of a match to the next: a structural merge of what changed. No rule is known here.
import type { Tail, TablePatch, TableView, ViewDelta } from '../net/wire';
import type { View } from './view';

function follow<T>(list: readonly T[], tail: Tail<T>): T[] {
  return [...list.slice(0, tail.keep), ...tail.add];
}

export function reduceView(view: View, patch: ViewDelta): View {
  const { players, ...fields } = patch;
  const next: View = { ...view, ...fields };
  if (players === undefined) return next;
  next.players = view.players.map((player, seat) => {
    const change = players[seat];
    if (change === undefined) return player;
    const { river, ...rest } = change;
    const changed = { ...player, ...rest };
    return river === undefined ? changed : { ...changed, river: follow(player.river, river) };
  });
  return next;
}

export function reduce(table: TableView, patch: TablePatch): TableView {
  const { results, entries, view, ...fields } = patch;
  const next: TableView = { ...table, ...fields };
  if (results !== undefined) next.results = follow(table.results, results);
  if (entries !== undefined) next.entries = follow(table.entries, entries);
  if (view !== undefined) next.view = reduceView(table.view, view);
  return next;
}

/** The hash the server adds now and then: FNV-1a of 32 bits over the compact JSON of the view. */
export function viewHash(view: View): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify(view)))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
