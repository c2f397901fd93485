// What a rule set adds to the screen, as things of a few kinds that the table knows how to draw.
// One file per rule set fills this in.
import type { Component } from 'svelte';
import type { Text } from '../../i18n/index.svelte';
import type { Values } from '../../lobby/schema';
import type { Choice } from '../../state/actions';
import type { Seat, Tile, View } from '../../state/view';
import type { TableModel } from '../model';

/** A small label on a seat card. */
export interface Badge {
  text: Text;
  look: 'plain' | 'brass' | 'cinnabar' | 'indigo';
}

/** What a seat card shows beyond name and points. */
export interface SeatTraits {
  badges?: Badge[];
  /** A ready stick lies at the seat. */
  stick?: 'ready' | 'ask' | null;
  /** The seat's wind. */
  wind?: Tile;
  /** Points to show instead of the match total. */
  points?: number;
  /** Behind the points. */
  stake?: Text;
  /** Running flower count. */
  flowers?: number;
}

/** A winning tile and what it is worth. */
export interface Wait {
  tile: Tile;
  worth: Text;
  /** Points on a discard and on a self-draw, as far as they are known. */
  byDiscard?: number | null;
  bySelf?: number | null;
  remark?: Text;
}

/** What the hand waits for, now or after an action. */
export interface Hint {
  after: { verb: 'discard' | 'kong'; tile: Tile } | null;
  waits: Wait[];
  remark?: Text;
}

/** The words of a button where the rule set calls it by another name. */
export interface Wording {
  text?: Text;
  note?: Text;
}

/** The same component draws both parts, so that a rule set stays one file. */
export interface PanelProps {
  model: TableModel;
  part: 'table' | 'settlement';
}

/**
 * A rule set on the screen: its traits, and a panel where it has things that no other rule set has.
 */
export interface Extras {
  traits: Traits;
  panel: Component<PanelProps> | null;
}

export interface Traits {
  /** `false` where no discard can be taken for a sequence. */
  chow?: false;
  /** Tiles on the card of the lobby: wild ones are marked, nothing is a face-down tile. */
  signature: readonly { tile: Tile | null; wild?: boolean }[];
  wilds?: (view: View) => Tile[];
  wildLetter?: Text;
  seat?: (view: View, seat: Seat) => SeatTraits;
  /** Name of the deal, where it is not a plain number. */
  round?: (view: View) => { long: Text; short: Text } | null;
  /** Corner badge of a tile in the own hand. */
  mark?: (view: View, tile: Tile) => { letter: Text; look: 'void' | 'lock' } | null;
  /** Why a tile of the own hand cannot be thrown. */
  reason?: (view: View, tile: Tile) => Text | null;
  /** Another name or a note for a button. */
  wording?: (view: View, choice: Choice) => Wording | null;
  /** The question asked, where it is a special one. */
  question?: (view: View) => Text | null;
  /** What is to be buried, and what a burial of several suits costs under these options. */
  burial?: (options: Values) => { rule: Text; mixed: Text };
  /** To win now would cost the winner points. */
  dearWin?: (view: View) => boolean;
  hints?: (view: View) => Hint[];
  /** Signs to everybody: sea bottom, no more kongs, seven flowers. */
  notices?: (view: View) => Text[];
}
