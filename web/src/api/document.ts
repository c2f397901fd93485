// What the server says of its HTTP interface (OpenAPI), taken apart for the page that shows it.
import type { Text } from '../i18n/text';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
}

interface Content {
  content?: { 'application/json'?: { schema: Schema } };
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Described {
  summary: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
  security?: unknown;
}

/** The part of the document that the page reads. */
export interface Document {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** One request that can be made. */
export interface Operation {
  /** Where it stands on the page. */ id: string;
  subject: Subject;
  method: string;
  path: string;
  summary: Text;
  /** It needs a token. */ auth: boolean;
  parameters: Parameter[];
  body: Schema | null;
  /** The status when all went well, and what comes with it. */ status: string;
  answer: Schema | null;
  /** Codes of its own refusals. */ errors: string[];
}

export const SUBJECTS = ['players', 'rules', 'rooms', 'matches', 'lab', 'others'] as const;
export type Subject = (typeof SUBJECTS)[number];

const OF: readonly (readonly [RegExp, Subject])[] = [
  [/^\/api\/(players|me|recover|passkeys|presets)\b/, 'players'],
  [/^\/api\/rules\b/, 'rules'],
  [/^\/api\/(rooms|quick)\b/, 'rooms'],
  [/^\/api\/(history|records|verify)\b/, 'matches'],
  [/^\/api\/lab\b/, 'lab'],
];

/** `中文 / English`: both languages of a text of the document. */
export function bothOf(text: string): Text {
  const at = text.indexOf(' / ');
  return at < 0 ? { zh: text, en: text } : { zh: text.slice(0, at), en: text.slice(at + 3) };
}

const schemaOf = (part: Content | undefined): Schema | null =>
  part?.content?.['application/json']?.schema ?? null;

/** Every request of the document, in its order. */
export function operations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => {
      const [status = '', good] =
        Object.entries(said.responses).find(([code]) => code !== 'default') ?? [];
      const refused = said.responses.default?.description ?? '';
      return {
        id: `${method}${path.replace(/[^a-z_]+/g, '-').replace(/-$/, '')}`,
        subject: OF.find(([sign]) => sign.test(path))?.[1] ?? 'others',
        method: method.toUpperCase(),
        path,
        summary: bothOf(said.summary),
        auth: said.security !== undefined,
        parameters: said.parameters ?? [],
        body: schemaOf(said.requestBody),
        status,
        answer: schemaOf(good),
        errors: refused.startsWith('refused: ') ? refused.slice(9).split(', ') : [],
      };
    }),
  );
}

/** The name of a schema that is only referred to. */
export function named(schema: Schema): string | null {
  return schema.$ref?.split('/').at(-1) ?? null;
}

/** The schemas that this one names, itself or inside. */
export function names(schema: Schema): string[] {
  const own = named(schema);
  const inside = [
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ].flatMap(names);
  return [...new Set([...(own === null ? [] : [own]), ...inside])];
}

const span = (least: number | undefined, most: number | undefined): string => {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return ` ≤ ${most}`;
  return most === undefined ? ` ≥ ${least}` : ` ${least}–${most}`;
};

/** The type of a value in a few words, as programmers write it. */
export function typeOf(schema: Schema): string {
  const own = named(schema);
  if (own !== null) return own;
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeOf).join(' | ');
  const kinds = schema.type === undefined ? ['any'] : [schema.type].flat();
  return kinds
    .map((kind) => {
      if (kind === 'array') return `${typeOf(schema.items ?? {})}[]`;
      if (kind === 'object' && typeof schema.additionalProperties === 'object')
        return `{ [name]: ${typeOf(schema.additionalProperties)} }`;
      if (kind === 'string') return `string${span(schema.minLength, schema.maxLength)}`;
      if (kind === 'integer') return `integer${span(schema.minimum, schema.maximum)}`;
      return kind;
    })
    .join(' | ');
}

/** An example of a value: its required fields, the smallest values. */
export function sample(schema: Schema, all: Record<string, Schema>, depth = 0): unknown {
  const own = named(schema);
  if (own !== null) return depth > 4 ? {} : sample(all[own] ?? {}, all, depth + 1);
  const [kind] = [schema.type ?? 'object'].flat();
  if (kind === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [
        name,
        sample(schema.properties?.[name] ?? {}, all, depth + 1),
      ]),
    );
  if (kind === 'array') return [];
  if (kind === 'integer' || kind === 'number') return schema.minimum ?? 0;
  return kind === 'boolean' ? false : '…';
}

/** The request as a command line. */
export function commandOf(
  operation: Operation,
  origin: string,
  all: Record<string, Schema>,
): string {
  const parts = ['curl'];
  if (operation.method !== 'GET') parts.push(`-X ${operation.method}`);
  if (operation.auth) parts.push("-H 'Authorization: Bearer TOKEN'");
  if (operation.body !== null)
    parts.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(sample(operation.body, all))}'`,
    );
  return [...parts, `'${origin}${operation.path}'`].join(' ');
}

/** Whether every word of a question stands somewhere in what is said of a request. */
export function answers(operation: Operation, question: string): boolean {
  const text = [
    operation.method,
    operation.path,
    operation.summary.zh,
    operation.summary.en,
    ...operation.parameters.map((one) => one.name),
    ...[operation.body, operation.answer].flatMap((one) => (one === null ? [] : names(one))),
    ...operation.errors,
    operation.status,
  ]
    .join(' ')
    .toLowerCase();
  return question
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
