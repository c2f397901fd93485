// A request in a link: readable pairs, short enough to send to a friend. What a link carries is
// checked by the form and by the server, so nothing here trusts it.
import type { Value } from '../lobby/schema';
import { fieldOf, setField } from './draft';
import type { Form, FormField, Request, RequestMeld } from '../generated/books';

const MELD = /^([a-z_]+)-([0-9mpszf]+)(?:-([0-9]))?$/;

const isList = (field: FormField): boolean =>
  typeof field.kind === 'object' &&
  ('seats' in field.kind || 'numbers' in field.kind || 'words' in field.kind);

/**
 * `hand=…&melds=pon-111z-0.chi-234m-3&win=5s&by=discard&from=3&how=…`, with the form's own fields
 * and `o.name` for options.
 */
export function toLink(form: Form, request: Request): string {
  const pairs: [string, string][] = [];
  const add = (name: string, value: Value | null | undefined): void => {
    if (value !== undefined && value !== null && value !== '') pairs.push([name, String(value)]);
  };
  if (request.players !== Math.max(...form.seats)) add('players', request.players);
  if (request.dealer !== 0) add('dealer', request.dealer);
  if (request.winner !== 0) add('winner', request.winner);
  add('hand', request.concealed);
  add(
    'melds',
    request.melds
      ?.map((meld) =>
        [meld.kind, meld.tiles, ...(meld.from === undefined ? [] : [meld.from])].join('-'),
      )
      .join('.'),
  );
  add('win', request.winning_tile);
  add('by', request.source);
  add('from', request.from);
  add('how', request.context?.join('.'));
  for (const field of form.fields) {
    const value = fieldOf(request, field.name) as Value | Value[] | null | undefined;
    add(field.name, Array.isArray(value) ? value.join('.') : value);
  }
  for (const [name, value] of Object.entries(request.options ?? {})) add(`o.${name}`, value);
  return new URLSearchParams(pairs).toString();
}

const number = (text: string | null): number | undefined =>
  text !== null && /^[0-9]{1,4}$/.test(text) ? Number(text) : undefined;
const value = (text: string): Value =>
  text === 'true'
    ? true
    : text === 'false'
      ? false
      : /^-?[0-9]{1,9}$/.test(text)
        ? Number(text)
        : text;

/** Whether an option takes numbers decides how `159` is read; the schema's default decides. */
export function fromLink(form: Form, text: string, defaults: Record<string, Value>): Request {
  const pairs = new URLSearchParams(text);
  const request: Request = {};
  for (const name of ['players', 'dealer', 'winner', 'from'] as const) {
    const found = number(pairs.get(name));
    if (found !== undefined) request[name] = found;
  }
  request.concealed = pairs.get('hand') ?? '';
  const melds = (pairs.get('melds') ?? '').split('.').flatMap((one): RequestMeld[] => {
    const [, kind = '', tiles = '', from] = MELD.exec(one) ?? [];
    return kind === ''
      ? []
      : [{ kind, tiles, ...(from === undefined ? {} : { from: Number(from) }) }];
  });
  if (melds.length > 0) request.melds = melds;
  const win = pairs.get('win');
  if (win !== null) request.winning_tile = win;
  const by = pairs.get('by');
  if (by !== null) request.source = by;
  const how = pairs.get('how');
  if (how !== null) request.context = how.split('.');
  for (const field of form.fields) {
    const found = pairs.get(field.name);
    if (found === null) continue;
    const parts = found.split('.');
    const read = isList(field)
      ? typeof field.kind === 'object' && 'words' in field.kind
        ? parts
        : parts.map(Number).filter(Number.isInteger)
      : field.kind === 'seat'
        ? number(found)
        : found;
    setField(request, field.name, read);
  }
  const options = optionsIn(pairs, 'o.', defaults);
  if (Object.keys(options).length > 0) request.options = options;
  return request;
}

function optionsIn(
  pairs: URLSearchParams,
  prefix: string,
  defaults: Record<string, Value>,
): Record<string, Value> {
  const options: Record<string, Value> = {};
  for (const [name, found] of pairs) {
    if (!name.startsWith(prefix)) continue;
    const option = name.slice(prefix.length);
    if (option in defaults)
      options[option] = typeof defaults[option] === 'string' ? found : value(found);
  }
  return options;
}

/**
 * A second set of options beside a request: `c.name` for each, and `c` where all are at their
 * defaults.
 */
export function otherToLink(options: Record<string, Value> | null): string {
  if (options === null) return '';
  const pairs = Object.entries(options).map(([name, one]) => [`c.${name}`, String(one)]);
  return `&${new URLSearchParams(pairs.length > 0 ? pairs : [['c', '1']]).toString()}`;
}

/** The second set of options of a link; none if it has none. */
export function otherFromLink(
  text: string,
  defaults: Record<string, Value>,
): Record<string, Value> | null {
  const pairs = new URLSearchParams(text);
  const options = optionsIn(pairs, 'c.', defaults);
  return pairs.has('c') || Object.keys(options).length > 0 ? options : null;
}
