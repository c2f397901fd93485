// Reads the logs and schemas that the command line wrote (`tools/fixtures.mjs`).
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { OptionSchema } from '../src/generated/protocol';
import type { ViewDelta } from '../src/net/wire';
import type { Prompt, SeenEvent, View } from '../src/state/view';

export interface LogLine {
  deal: number;
  events: SeenEvent[];
  patch: ViewDelta | null;
  view: View;
  hash: string;
}

const folder = new URL('./fixtures/', import.meta.url);
const unpack = (name: string): string =>
  gunzipSync(readFileSync(new URL(name, folder))).toString('utf8');
const names = (ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

export const logs = names('.jsonl.gz').map((name) => ({
  name,
  lines: unpack(`${name}.jsonl.gz`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine),
}));

export const schemas = names('.schema.json.gz').map((name) => ({
  name,
  schema: JSON.parse(unpack(`${name}.schema.json.gz`)) as OptionSchema,
}));

/** Every kind of question the engine can ask, as positions of stacked deals. */
export const prompts = JSON.parse(unpack('prompts.json.gz')) as {
  kind: string;
  view: View & { prompt: Prompt };
}[];
