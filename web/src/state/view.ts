// A deal as one viewer sees it: the engine's `View`, `SeenEvent` and `SeenEntry` as they are written in JSON.

export type Tile = string;
export type Seat = number;

export interface Thrown { tile: Tile; order: number; drawn: boolean; declared: boolean; won: boolean; dead: boolean }
export type MeldKind = 'chi' | 'pon' | 'kong_direct' | 'kong_concealed' | 'kong_added';
export interface Meld { kind: MeldKind; tiles: Tile[] | null; claimed: Tile | null; from: Seat }
export interface Player {
  closed: number;
  hand: Tile[] | null;
  drawn: Tile | null;
  melds: Meld[];
  river: Thrown[];
  out: boolean;
  points: number;
}
export type AsideWhy = 'flower' | 'buried' | 'indicator' | 'kong_tile' | 'asked' | 'sea' | 'bird';
export interface Aside { seat: Seat; why: AsideWhy; tile: Tile | null }
export interface Stage { name: string; seat: Seat | null; tile: Tile | null }
export interface Prompt { decision: number; choices: string[]; answered: string | null }
export type Source = 'self_draw' | 'discard' | 'rob_kong';
export interface WinDetail { seat: Seat; source: Source; from: Seat | null; tile: Tile | null; total: number; [fact: string]: unknown }
export interface Win { seat: Seat; from: Seat | null; detail: WinDetail | null }
export type End = 'wins' | 'draw' | 'penalty';

export interface View {
  rules: string;
  seat: Seat | null;
  dealer: Seat;
  wall: number;
  dead_wall: number;
  stage: Stage | null;
  end: End | null;
  players: Player[];
  aside: Aside[];
  prompt: Prompt | null;
  wins: Win[];
  extra: unknown;
}

export interface Step { id: string; zh: string; en: string; clause: string; op: Op; n: number }
export type Op = 'start' | 'plus' | 'times' | 'fan' | 'times_fans' | 'double_per_fan' | 'raise_to_fans' | 'cap_fans' | 'cap' | 'round_up_to' | 'share';
export interface Entry {
  id: number;
  from: Seat;
  to: Seat;
  points: number;
  clause: string;
  zh: string;
  en: string;
  reverses: number | null;
  steps: Step[];
}

export type SeenEvent =
  | { type: 'began'; dealer: Seat; seats: number; dice: [number, number] }
  | { type: 'dealt'; seat: Seat; count: number; tiles: Tile[] | null }
  | { type: 'drew'; seat: Seat; tile: Tile | null; from: 'front' | 'back' }
  | { type: 'set_aside'; seat: Seat; tile: Tile | null; why: AsideWhy }
  | { type: 'turned_up'; seat: Seat; tile: Tile; why: AsideWhy }
  | { type: 'laid'; seat: Seat; tile: Tile }
  | { type: 'discarded'; seat: Seat; tile: Tile; drawn: boolean }
  | { type: 'melded'; seat: Seat; meld: Meld }
  | { type: 'robbed'; seat: Seat; tile: Tile }
  | { type: 'declared'; seat: Seat; what: 'ready' | 'ready_ask' }
  | { type: 'floated'; seat: Seat; points: number }
  | { type: 'rolled'; seat: Seat; die: number }
  | { type: 'won'; seat: Seat; from: Seat | null; source: Source; tile: Tile | null }
  | { type: 'shown'; seat: Seat; tiles: Tile[] }
  | { type: 'posted'; entry: Entry }
  | { type: 'ended'; how: End };
