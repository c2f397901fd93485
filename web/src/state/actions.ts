// Reading the choices of a prompt. What is legal is never decided here: only the choices that were
// sent are sorted for the screen.
import { formatTiles, parseTiles } from './tiles';
import type { Tile } from './view';

export type Verb =
  | 'discard'
  | 'chi'
  | 'pon'
  | 'kong'
  | 'hu'
  | 'pass'
  | 'ready'
  | 'ready_ask'
  | 'ask'
  | 'bury'
  | 'piao';

export interface Choice {
  /** As it is sent. */
  action: string;
  verb: Verb;
  tiles: Tile[];
  /** The number of `piao`. */
  number: number | null;
}

export function readChoice(action: string): Choice {
  const [verb = '', operand = ''] = action.split(' ');
  const number = verb === 'piao' ? Number(operand) : null;
  return { action, verb: verb as Verb, tiles: number === null ? parseTiles(operand) : [], number };
}

/** The choices of one prompt, by what they ask of the screen. */
export interface Offer {
  /** Tiles that may simply be thrown. */
  discards: Set<Tile>;
  /** Tiles that may be thrown with an announcement. */
  declares: Choice[];
  /** Three tiles are wanted; these texts are legal. */
  burials: Set<string>;
  floats: Choice[];
  /** Everything that is one button, in the fixed order of the screen. */
  buttons: Choice[];
}

const ORDER: readonly Verb[] = ['hu', 'ready', 'ready_ask', 'ask', 'kong', 'pon', 'chi', 'pass'];

export function offer(choices: readonly string[]): Offer {
  const result: Offer = {
    discards: new Set(),
    declares: [],
    burials: new Set(),
    floats: [],
    buttons: [],
  };
  for (const choice of choices.map(readChoice)) {
    const [tile] = choice.tiles;
    if (choice.verb === 'discard' && tile !== undefined) result.discards.add(tile);
    else if (choice.verb === 'bury') result.burials.add(choice.action);
    else if (choice.verb === 'piao') result.floats.push(choice);
    else if ((choice.verb === 'ready' || choice.verb === 'ready_ask') && tile !== undefined)
      result.declares.push(choice);
    else result.buttons.push(choice);
  }
  result.buttons.sort((a, b) => ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb));
  return result;
}

/** The action that buries these tiles, if it is among the choices. */
export function burial(given: Offer, tiles: Tile[]): string | null {
  const action = `bury ${formatTiles(tiles)}`;
  return given.burials.has(action) ? action : null;
}

/** The tiles of the hand and the claimed one that an action would lay down together. */
export function used(choice: Choice, claimed: Tile | null): Tile[] {
  const [tile] = choice.tiles;
  switch (choice.verb) {
    case 'chi':
      return claimed === null ? choice.tiles : [...choice.tiles, claimed].sort();
    case 'pon':
      return claimed === null ? [] : [claimed, claimed, claimed];
    case 'kong': {
      const kind = tile ?? claimed;
      return kind === null || kind === undefined ? [] : [kind, kind, kind, kind];
    }
    default:
      return choice.tiles;
  }
}
