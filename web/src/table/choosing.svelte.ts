// What the player is doing with the hand right now: which tiles are raised, and what a tap, a flick
// or a key then means. Knows no rules: everything it may send is among the choices of the prompt.
import { burial, offer, type Offer } from '../state/actions';
import { thrownBy, withThrown } from '../state/optimistic';
import { settings } from '../state/settings.svelte';
import type { Tile, View } from '../state/view';
import { layOut, type Held } from './held';
import { order } from './order.svelte';

const NOTHING: Offer = offer([]);
const BURIED = 3;
/** So long a new question cannot be answered by what was meant for something before it. */
const GUARD = 300;

export class Choosing {
  /** Keys of the raised tiles. */
  selected = $state<string[]>([]);
  /** The decision that was answered from here and not yet confirmed. */
  pending = $state<number | null>(null);
  /** Buttons and keys count; in the first moment of a question they do not. */
  armed = $state(true);
  /** The decision in which a win was offered and turned down. */
  #declined = $state<number | null>(null);
  /** What was answered with. */
  #answer = $state<string | null>(null);
  #guard: ReturnType<typeof setTimeout> | undefined;

  readonly #view: () => View;
  readonly #wilds: () => readonly Tile[];
  readonly #deal: () => string;
  readonly #dearWin: () => boolean;
  readonly #send: (decision: number, action: string) => void;

  constructor(from: {
    view: () => View;
    wilds: () => readonly Tile[];
    /** Names the deal, for the order of the hand. */
    deal: () => string;
    /** Whether to win now would cost this player points. */
    dearWin: () => boolean;
    send: (decision: number, action: string) => void;
  }) {
    this.#view = from.view;
    this.#wilds = from.wilds;
    this.#deal = from.deal;
    this.#dearWin = from.dearWin;
    this.#send = from.send;
  }

  readonly prompt = $derived.by(() => {
    const prompt = this.#view().prompt;
    return prompt === null || prompt.answered !== null || prompt.decision === this.pending
      ? null
      : prompt;
  });
  readonly offer: Offer = $derived(this.prompt === null ? NOTHING : offer(this.prompt.choices));
  /** The position with a tile that was thrown from here and is not yet confirmed. */
  readonly view: View = $derived.by(() => {
    const view = this.#view();
    const { prompt } = view;
    if (prompt === null) return view;
    const answer = prompt.decision === this.pending ? this.#answer : prompt.answered;
    return withThrown(view, thrownBy(answer));
  });
  readonly hand: Held[] = $derived.by(() =>
    layOut(this.view, this.#wilds(), settings.order, order.of(this.#deal())),
  );
  /** Three tiles are wanted instead of one. */
  readonly burying: boolean = $derived(this.offer.burials.size > 0);
  readonly raised: Held[] = $derived(this.hand.filter((held) => this.selected.includes(held.key)));
  /** In the own turn a win is offered: nothing is thrown before it was turned down. */
  readonly winOffered: boolean = $derived.by(
    () =>
      this.prompt !== null &&
      this.prompt.decision !== this.#declined &&
      this.offer.discards.size > 0 &&
      this.offer.buttons.some((choice) => choice.verb === 'hu' || choice.verb === 'ask') &&
      !this.#dearWin(),
  );

  /** Lays a tile of the hand at another place; the drawn one stays apart. */
  move(from: number, to: number): boolean {
    // In a replay nobody lays a hand.
    if (this.#deal() === '') return false;
    const tiles = this.hand.filter((held) => !held.drawn).map((held) => held.tile);
    if (from === to || tiles[from] === undefined || tiles[to] === undefined) return false;
    tiles.splice(to, 0, ...tiles.splice(from, 1));
    order.lay(this.#deal(), tiles);
    return true;
  }

  /** Sorts the hand again. */
  sort(): void {
    if (this.#deal() !== '') order.lay(this.#deal(), null);
  }

  /** Nothing counts for a moment. */
  disarm(): void {
    this.armed = false;
    clearTimeout(this.#guard);
    this.#guard = setTimeout(() => (this.armed = true), GUARD);
  }

  /** Turns down the win that is offered. What stands in the place of that button then waits, too. */
  decline(): void {
    if (!this.winOffered || this.prompt === null) return;
    this.#declined = this.prompt.decision;
    this.disarm();
  }

  act(action: string): void {
    const prompt = this.prompt;
    if (prompt === null || !prompt.choices.includes(action)) return;
    this.pending = prompt.decision;
    this.#answer = action;
    this.selected = [];
    this.#send(prompt.decision, action);
  }

  /** The answer was refused: everything can be chosen again. */
  refused(): void {
    this.pending = null;
  }

  /**
   * A new position: what was answered is past (numbers of decisions come again in the next deal),
   * and raised tiles that are gone lie down.
   */
  settle(): void {
    const prompt = this.#view().prompt;
    if (prompt === null || prompt.answered !== null || prompt.decision !== this.pending)
      this.pending = null;
    if (prompt === null) this.#declined = null;
    const kept = this.selected.filter((key) => this.hand.some((held) => held.key === key));
    if (kept.length !== this.selected.length) this.selected = kept;
  }

  mayThrow(tile: Tile): boolean {
    return (
      this.offer.discards.has(tile) ||
      this.offer.declares.some((choice) => choice.tiles[0] === tile)
    );
  }

  /** A tap: raises a tile; on a raised one, throws it. */
  tap(held: Held): void {
    const raised = this.selected.includes(held.key);
    if (this.burying) {
      if (raised) this.selected = this.selected.filter((key) => key !== held.key);
      else this.selected = [...this.selected, held.key].slice(-BURIED);
    } else if (raised || (settings.oneTap && this.offer.discards.has(held.tile))) {
      if (!this.throw(held)) this.selected = [];
    } else {
      this.selected = [held.key];
    }
  }

  /** Throws a tile without announcement; `false` where it cannot be thrown so. */
  throw(held: Held): boolean {
    if (!this.offer.discards.has(held.tile) || this.winOffered) return false;
    this.act(`discard ${held.tile}`);
    return true;
  }

  /** The drawn tile, where it may simply be thrown. */
  readonly throwable: Held | null = $derived.by(() => {
    const drawn = this.hand.find((held) => held.drawn);
    return drawn !== undefined && this.offer.discards.has(drawn.tile) && !this.winOffered
      ? drawn
      : null;
  });

  throwDrawn(): boolean {
    return this.throwable !== null && this.throw(this.throwable);
  }

  /** The burial of the raised tiles, where it is allowed. */
  readonly buries: string | null = $derived(
    this.raised.length === BURIED
      ? burial(
          this.offer,
          this.raised.map((held) => held.tile),
        )
      : null,
  );
  /** The burial is of several suits: allowed, and it costs. */
  readonly mixes: boolean = $derived(
    this.buries !== null && this.raised.some((held) => held.tile[1] !== this.raised[0]?.tile[1]),
  );
}
