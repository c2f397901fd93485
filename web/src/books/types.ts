// Rule books and score forms as the server tells them, and what the calculator asks and gets.
import type { Text } from '../i18n/index.svelte';
import type { Value } from '../lobby/schema';
import type { Step, Tile } from '../state/view';

export interface Span {
  look: 'plain' | 'strong' | 'code' | 'tiles';
  text: string;
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'item'; id: string | null; number: number | null; spans: Span[] }
  | { kind: 'fans' }
  | { kind: 'options' }
  | { kind: 'example'; name: string };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

export interface BookFan {
  id: string;
  name: Text;
  value: number;
  clause: string;
  when: Text;
  examples: Example[];
}

export interface Book {
  id: string;
  title: string;
  sections: Section[];
  fans: BookFan[];
  examples: Example[];
  pointers: Record<string, Pointers>;
}

/** What points at a clause: places in the code, worked cases. */
export interface Pointers {
  places: { file: string; line: number }[];
  cases: { id: string; why: string }[];
}

export interface Example {
  name: string | null;
  note: Text;
  request: Request;
  answer: Answer;
}

export interface RequestMeld {
  kind: string;
  tiles: string;
  from?: number;
}

/** A described win as `sifang score` reads it; a rule set's own fields stand beside these. */
export interface Request {
  rules?: string;
  options?: Record<string, Value>;
  players?: number;
  dealer?: number;
  winner?: number;
  concealed?: string;
  melds?: RequestMeld[];
  winning_tile?: string;
  source?: string;
  from?: number;
  context?: string[];
  [field: string]: unknown;
}

export interface FanLine {
  id: string;
  value: number;
  count: number;
}
export interface Payment {
  from: number;
  to: number;
  points: number;
  clause: string;
  steps: Step[];
}

/** What the engine says of a win; a rule set's own numbers stand beside these. */
export interface Answer {
  fans?: FanLine[];
  deltas?: number[];
  payments?: Payment[];
  waits?: Record<Tile, number | Record<string, number>>;
  [figure: string]: unknown;
}

export interface Refusal {
  error: string;
  detail: string;
  zh: string;
}

export interface Choice {
  name: string;
  label: Text;
}
export interface MeldChoice extends Choice {
  from: 'nobody' | 'previous' | 'other';
}
export interface Flag extends Choice {
  sources: string[];
  tile: 'given' | 'none' | 'dealer_only' | { field: string };
}
export type Kind =
  | 'tile'
  | 'flowers'
  | 'seat'
  | { tiles: number }
  | { word: Choice[] }
  | { seats: number }
  | { numbers: number }
  | { words: Choice[] };
export type Need =
  { source: string } | { option: [string, string] } | { option_not: [string, string] };
export interface FormField extends Choice {
  kind: Kind;
  when: Need[];
  waits: boolean;
}

export interface Form {
  tiles: [Tile, number][];
  seats: number[];
  hand: number;
  melds: MeldChoice[];
  sources: Choice[];
  flags: Flag[];
  most_flags: number;
  fields: FormField[];
  figures: Choice[];
}
