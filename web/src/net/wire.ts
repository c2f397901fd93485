// What goes over the wire, under the names the client uses for it.
import type { Entry, End, Player, Prompt, Seat, SeenEvent, Stage, Thrown, View } from '../state/view';
import type { Text } from '../i18n/index.svelte';
import type { Schema, Values } from '../lobby/schema';

export const PROTOCOL = 'sifang/1';

export interface Tail<T> { keep: number; add: T[] }
export interface ClockView { seats: Seat[]; until: number; bank_ms: number | null }
export interface WinRecord { seat: Seat; source: string; from: Seat | null; total: number }
export interface DealLine { index: number; dealer: Seat; end: End; deltas: number[]; wins: WinRecord[] }
export interface Correction { zh: string; en: string; clause: string; deltas: number[] }
export interface MatchOver { ranks: number[]; corrections: Correction[]; dissolved: boolean }
export interface Fairness { commitment: string; terms: string; nonces: (string | null)[]; revealed: string[] }

export interface TableView {
  match_id: string;
  deal: number;
  dealer: Seat;
  totals: number[];
  results: DealLine[];
  fairness: Fairness;
  view: View;
  entries: Entry[];
  clock: ClockView | null;
  over: MatchOver | null;
}

export interface PlayerPatch extends Partial<Omit<Player, 'river'>> { river?: Tail<Thrown> }
export interface ViewPatch extends Partial<Pick<View, 'dealer' | 'wall' | 'dead_wall' | 'aside' | 'wins' | 'extra'>> {
  stage?: Stage | null;
  end?: End | null;
  prompt?: Prompt | null;
  players?: Record<string, PlayerPatch>;
}
export interface TablePatch extends Partial<Pick<TableView, 'deal' | 'dealer' | 'totals' | 'fairness' | 'clock' | 'over'>> {
  results?: Tail<DealLine>;
  entries?: Tail<Entry>;
  view?: ViewPatch;
}

export interface PlayerName { id: string; nickname: string }
export interface ClockSetup { move_ms: number; bank_ms: number }
export interface RoomSetup {
  rules: string;
  options?: Values;
  seats?: number;
  clock?: ClockSetup | null;
  bots?: string;
  hints?: boolean;
  listed?: boolean;
  spectators?: boolean;
  uniform_pause?: boolean;
}
export type Phase = 'waiting' | 'nonces' | 'playing' | 'between' | 'over';
export type Occupant =
  | { type: 'human'; id: string; nickname: string; online: boolean; left: boolean }
  | { type: 'bot'; level: string };
export interface SeatView { occupant: Occupant | null; ready: boolean; auto: boolean }
export interface RoomView {
  code: string;
  link: string;
  phase: Phase;
  host: string | null;
  setup: Required<RoomSetup>;
  seats: SeatView[];
  spectators: PlayerName[];
  match: { match_id: string; commitment: string; terms: string; nonces: (string | null)[]; until: number | null } | null;
  next: { seats: Seat[]; until: number } | null;
  dissolve: { by: Seat; agreed: Seat[]; until: number } | null;
}
export interface Hint { action: string; lines: ({ action: string } & Text)[] }
export type CloseReason = 'left' | 'kicked' | 'replaced' | 'room_closed' | 'too_slow' | 'shutdown';

export interface ErrorBody { code: string; zh: string; en: string }

export type ServerMessage =
  | { type: 'welcome'; protocol: string; player: PlayerName; rooms: string[]; now: number }
  | { type: 'ack'; id: number }
  | ({ type: 'error'; id: number | null } & ErrorBody)
  | { type: 'room'; room: RoomView }
  | { type: 'snapshot'; stream: string; seq: number; table: TableView }
  | { type: 'update'; seq: number; events: SeenEvent[]; patch: TablePatch; hash?: string }
  | { type: 'hint'; decision: number; hint: Hint }
  | { type: 'phrase'; seat: Seat; phrase: string }
  | { type: 'closed'; reason: CloseReason }
  | { type: 'pong'; now: number };

export type ClientMessage =
  | { type: 'hello'; protocol: string; token: string }
  | { type: 'enter'; room: string; since?: { stream: string; seq: number } }
  | { type: 'leave' | 'stand' | 'start' | 'next' | 'again' | 'sync' | 'ping' }
  | { type: 'sit' | 'kick' | 'remove_bot'; seat: Seat }
  | { type: 'swap'; a: Seat; b: Seat }
  | { type: 'add_bot'; seat: Seat; level: string }
  | { type: 'configure'; setup: RoomSetup }
  | { type: 'ready'; ready: boolean }
  | { type: 'nonce'; nonce: string }
  | { type: 'act'; decision: number; action: string }
  | { type: 'auto'; on: boolean }
  | { type: 'dissolve'; agree: boolean }
  | { type: 'phrase'; phrase: string }
  | { type: 'hint'; decision: number };

export interface RuleSetSummary { id: string; name: Text; pitch: Text; seats: number[]; tiles: number; version: number }
export interface FanView { id: string; name: Text; when: Text; value: number; clause: string }
export interface RuleSetDetail extends RuleSetSummary { options: Schema; fans: FanView[]; terms: { id: string; name: Text; clause: string }[] }
export interface RoomSummary { code: string; setup: Required<RoomSetup>; phase: Phase; host: string | null; humans: number; bots: number; spectators: number }
export interface Me { player: PlayerName; rooms: RoomSummary[] }
export interface Created { code: string; link: string }
