// A request in a link: readable pairs, short enough to send to a friend. What a link carries is
// checked by the form and by the server, so nothing here trusts it.
import type { Value } from '../lobby/schema';
import type { Form, FormField, Request, RequestMeld } from './types';

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
    const value = request[field.name] as Value | Value[] | null | undefined;
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

/** Whether an option takes numbers decides how `159` is read; the schema's default tells. */
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
    if (isList(field))
      request[field.name] =
        typeof field.kind === 'object' && 'words' in field.kind
          ? parts
          : parts.map(Number).filter(Number.isInteger);
    else request[field.name] = field.kind === 'seat' ? number(found) : found;
  }
  const options: Record<string, Value> = {};
  for (const [name, found] of pairs) {
    if (!name.startsWith('o.')) continue;
    const option = name.slice(2);
    if (option in defaults)
      options[option] = typeof defaults[option] === 'string' ? found : value(found);
  }
  if (Object.keys(options).length > 0) request.options = options;
  return request;
}
