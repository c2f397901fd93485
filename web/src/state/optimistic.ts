// The position as it will be once the server has confirmed a thrown tile: the tile is shown where it
// goes at once, and comes back should it be refused. Only what the thrower sees of itself is changed.
import type { Tile, View } from './view';

const VERB = 'discard ';

/** The tile that an answer simply throws. */
export const thrownBy = (action: string | null): Tile | null =>
  action?.startsWith(VERB) === true ? action.slice(VERB.length) : null;

/** The view with this tile of the own hand thrown; the view itself where it is not there to throw. */
export function withThrown(view: View, tile: Tile | null): View {
  const { seat } = view;
  const player = seat === null ? undefined : view.players[seat];
  // A hand to throw from has one tile more than sets and what is to become one: so what is confirmed
  // already is not taken out twice.
  if (tile === null || !player?.hand?.includes(tile) || player.hand.length % 3 !== 2) return view;
  const hand = [...player.hand];
  hand.splice(hand.indexOf(tile), 1);
  const order = view.players
    .flatMap(({ river }) => river.map((thrown) => thrown.order))
    .reduce((latest, one) => Math.max(latest, one), -1);
  const river = [...player.river, { tile, order: order + 1 }];
  const players = view.players.map((one, at) =>
    at === seat ? { ...player, hand, drawn: null, closed: player.closed - 1, river } : one,
  );
  return { ...view, players };
}
