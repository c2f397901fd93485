// A hand being put together in the calculator: what fits, what is still missing, and the request it
// makes. What a win is and what it is worth is not known here; which tiles, melds and fields there
// are comes with the form.
import { formatTiles, parseTiles } from '../state/tiles';
import type { Tile } from '../state/view';
import type { Value, Values } from '../lobby/schema';
import type { Form, FormField, Need, Request, RequestMeld } from '../generated/books';

export interface DraftMeld {
  kind: string;
  tiles: Tile[];
  from: number | null;
}
/** What a field holds: tiles, one word, seats, or something for each seat. */
export type FieldValue = Tile[] | string | number[] | string[] | number | null;

export interface Draft {
  options: Values;
  players: number;
  dealer: number;
  winner: number;
  hand: Tile[];
  melds: DraftMeld[];
  win: Tile | null;
  source: string;
  from: number | null;
  flags: string[];
  fields: Record<string, FieldValue>;
}

/** Where a tapped tile goes: the hand, the winning tile, a meld of this kind, or a field. */
export type Target = 'hand' | 'win' | `meld:${string}` | `field:${string}`;

export function emptyDraft(form: Form): Draft {
  const players = Math.max(...form.seats);
  return {
    options: {},
    players,
    dealer: 0,
    winner: 0,
    hand: [],
    melds: [],
    win: null,
    source: form.sources[0]?.name ?? '',
    from: null,
    flags: [],
    fields: {},
  };
}

/** A field of the rule set's own: the form names it, so the request may have it. */
export const fieldOf = (request: Request, name: string): unknown =>
  (request as Record<string, unknown>)[name];
export const setField = (request: Request, name: string, value: unknown): Request =>
  Object.assign(request, { [name]: value });

export const takesTiles = (field: FormField): boolean =>
  field.kind === 'tile' ||
  field.kind === 'flowers' ||
  (typeof field.kind === 'object' && 'tiles' in field.kind);

const tilesIn = (value: FieldValue | undefined): Tile[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];

export const fieldTiles = (draft: Draft, name: string): Tile[] => tilesIn(draft.fields[name]);

/** The field whose tile is the winning tile in these circumstances, if there is one. */
function winningField(form: Form, draft: Draft): string | null {
  for (const flag of form.flags)
    if (draft.flags.includes(flag.name) && typeof flag.tile === 'object') return flag.tile.field;
  return null;
}

/** Whether these circumstances leave a winning tile to be chosen. */
export function needsWin(form: Form, draft: Draft): boolean {
  return form.flags.every((flag) => {
    if (!draft.flags.includes(flag.name)) return true;
    return flag.tile === 'given' || (flag.tile === 'dealer_only' && draft.winner === draft.dealer);
  });
}

/** The winning tile: chosen, or given by the circumstances. */
export function winningTile(form: Form, draft: Draft): Tile | null {
  const field = winningField(form, draft);
  if (field !== null) return fieldTiles(draft, field)[0] ?? null;
  return needsWin(form, draft) ? draft.win : null;
}

/** Whether the request is for a win; otherwise it can only ask for waits. */
export const isWin = (form: Form, draft: Draft): boolean =>
  winningTile(form, draft) !== null || !needsWin(form, draft);

/** Closed tiles that still fit into the hand. */
export const missing = (form: Form, draft: Draft): number =>
  form.hand - 3 * draft.melds.length - draft.hand.length;

/** How many copies of a tile are not used yet. */
export function left(form: Form, draft: Draft, tile: Tile): number {
  const copies = form.tiles.find(([kind]) => kind === tile)?.[1] ?? 0;
  const used = [
    ...draft.hand,
    ...draft.melds.flatMap((meld) => meld.tiles),
    ...(needsWin(form, draft) && draft.win !== null ? [draft.win] : []),
  ];
  for (const field of form.fields)
    if (takesTiles(field)) used.push(...fieldTiles(draft, field.name));
  return copies - used.filter((one) => one === tile).length;
}

const isFlower = (tile: Tile): boolean => tile.endsWith('f');

/** The tiles that tapping `tile` adds to a meld of this kind; none if it makes none. */
export function meldTiles(kind: string, tile: Tile): Tile[] | null {
  if (isFlower(tile)) return null;
  if (kind !== 'chi') return Array.from({ length: kind === 'pon' ? 3 : 4 }, () => tile);
  const n = Number(tile[0]);
  const suit = tile[1] ?? '';
  return suit === 'z' || n > 7 ? null : [tile, `${n + 1}${suit}`, `${n + 2}${suit}`];
}

/** Why a tile cannot go there; null: it can. */
export function refused(
  form: Form,
  draft: Draft,
  target: Target,
  tile: Tile,
): 'copies' | 'full' | 'place' | null {
  if (target.startsWith('meld:')) {
    const tiles = meldTiles(target.slice(5), tile);
    if (tiles === null || tiles.some((one) => !form.tiles.some(([kind]) => kind === one)))
      return 'place';
    if (missing(form, draft) < 3) return 'full';
    return [...new Set(tiles)].every(
      (one) => left(form, draft, one) >= tiles.filter((other) => other === one).length,
    )
      ? null
      : 'copies';
  }
  if (target.startsWith('field:')) {
    const field = form.fields.find((one) => one.name === target.slice(6));
    if (field === undefined || isFlower(tile) !== (field.kind === 'flowers')) return 'place';
    const most =
      typeof field.kind === 'object' && 'tiles' in field.kind
        ? field.kind.tiles
        : field.kind === 'tile'
          ? null
          : 8;
    if (most !== null && fieldTiles(draft, field.name).length >= most) return 'full';
  } else if (isFlower(tile)) return 'place';
  else if (target === 'hand' && missing(form, draft) < 1) return 'full';
  return left(form, draft, tile) > 0 ? null : 'copies';
}

/** The draft with the tile put there; call only where nothing refuses it. */
export function put(form: Form, draft: Draft, target: Target, tile: Tile): Draft {
  if (target === 'hand') return { ...draft, hand: parseTiles(formatTiles([...draft.hand, tile])) };
  if (target === 'win') return { ...draft, win: tile };
  if (target.startsWith('meld:')) {
    const kind = target.slice(5);
    const from =
      form.melds.find((one) => one.name === kind)?.from === 'nobody'
        ? null
        : (draft.winner + draft.players - 1) % draft.players;
    return {
      ...draft,
      melds: [...draft.melds, { kind, tiles: meldTiles(kind, tile) ?? [], from }],
    };
  }
  const name = target.slice(6);
  const single = form.fields.find((one) => one.name === name)?.kind === 'tile';
  return {
    ...draft,
    fields: { ...draft.fields, [name]: single ? [tile] : [...fieldTiles(draft, name), tile] },
  };
}

const holds = (need: Need, draft: Draft, options: Values): boolean => {
  if ('source' in need) return draft.source === need.source;
  const [name, written] = 'option' in need ? need.option : need.option_not;
  return (JSON.stringify(options[name]) === written) === 'option' in need;
};

/** Whether a field is asked for; `options` are all options in force. */
export const asked = (field: FormField, draft: Draft, options: Values): boolean =>
  field.when.length === 0 || field.when.some((need) => holds(need, draft, options));

/** The circumstances that go with this way of winning. */
export const flagsFor = (form: Form, source: string): Form['flags'] =>
  form.flags.filter((flag) => flag.sources.includes(source));

function written(field: FormField, value: FieldValue | undefined): unknown {
  if (value === undefined || value === null) return undefined;
  if (takesTiles(field)) {
    const tiles = tilesIn(value);
    return tiles.length === 0 ? undefined : formatTiles(tiles);
  }
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/** The request that the draft makes: for its score, or for its waits. */
export function toRequest(form: Form, draft: Draft, options: Values, waits: boolean): Request {
  const request: Request = {
    players: draft.players,
    dealer: draft.dealer,
    winner: draft.winner,
    concealed: formatTiles(draft.hand),
  };
  if (Object.keys(draft.options).length > 0) request.options = draft.options;
  if (draft.melds.length > 0)
    request.melds = draft.melds.map((meld): RequestMeld => ({
      kind: meld.kind,
      tiles: formatTiles(meld.tiles),
      ...(meld.from === null ? {} : { from: meld.from }),
    }));
  for (const field of form.fields) {
    if (!asked(field, draft, options) || (waits && !field.waits)) continue;
    const value = written(field, draft.fields[field.name]);
    if (value !== undefined) setField(request, field.name, value);
  }
  if (waits) return request;
  const tile = winningTile(form, draft);
  if (tile !== null) request.winning_tile = tile;
  request.source = draft.source;
  if (draft.from !== null && draft.source !== form.sources[0]?.name) request.from = draft.from;
  const flags = draft.flags.filter((name) =>
    flagsFor(form, draft.source).some((flag) => flag.name === name),
  );
  if (flags.length > 0) request.context = flags;
  return request;
}

const seat = (value: unknown, players: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < players ? value : 0;

/** The draft that a request describes; whatever the form does not know is left out. */
export function fromRequest(form: Form, request: Request): Draft {
  const draft = emptyDraft(form);
  if (typeof request.players === 'number' && form.seats.includes(request.players))
    draft.players = request.players;
  draft.options = Object.fromEntries(
    Object.entries(request.options ?? {}).filter((entry): entry is [string, Value] =>
      ['boolean', 'number', 'string'].includes(typeof entry[1]),
    ),
  );
  draft.dealer = seat(request.dealer, draft.players);
  draft.winner = seat(request.winner, draft.players);
  const known = (text: unknown): Tile[] =>
    typeof text === 'string'
      ? parseTiles(text).filter((tile) => form.tiles.some(([kind]) => kind === tile))
      : [];
  draft.hand = known(request.concealed).slice(0, form.hand);
  draft.melds = (request.melds ?? [])
    .filter((meld) => form.melds.some((one) => one.name === meld.kind))
    .slice(0, Math.floor(form.hand / 3))
    .map((meld) => ({
      kind: meld.kind,
      tiles: known(meld.tiles).slice(0, 4),
      from: typeof meld.from === 'number' ? seat(meld.from, draft.players) : null,
    }));
  draft.win = known(request.winning_tile)[0] ?? null;
  if (form.sources.some((source) => source.name === request.source))
    draft.source = request.source ?? draft.source;
  if (typeof request.from === 'number') draft.from = seat(request.from, draft.players);
  draft.flags = (request.context ?? [])
    .filter((name) => form.flags.some((flag) => flag.name === name))
    .slice(0, form.most_flags);
  for (const field of form.fields) {
    const value = fieldOf(request, field.name);
    if (takesTiles(field)) draft.fields[field.name] = known(value);
    else if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value))
      draft.fields[field.name] = value as FieldValue;
  }
  return draft;
}
