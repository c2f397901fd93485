// Watches over what was promised before a match while it is played: whether the server still shows
// the same commitment and terms, and secrets that fit to them.
import type { MatchHead } from '../generated/protocol';
import type { TableView } from '../net/wire';
import { broken, keepShown, promisedOf, shortForm, type Broken, type Promised } from './promises';

/** A commitment in its short form, and whether it is still the one that was shown first. */
export interface ShownPromise {
  short: string;
  state: 'same' | 'other' | 'unknown';
}

export class Watch {
  #promised = $state.raw<Promised | null>(null);
  #broken = $state.raw<Broken | null>(null);

  /** Another room, or none. */
  forget(): void {
    this.#promised = null;
    this.#broken = null;
  }

  /** A match as the room shows it: kept before the first tile, compared later. */
  see(
    head: MatchHead,
    seat: number | null,
    own: { nonce: string; kept: boolean } | null,
  ): Broken | null {
    const known = this.#promised?.id === head.match_id ? this.#promised : null;
    if (head.step !== null || (own?.kept === true && known?.kept === false))
      keepShown(head, seat, own);
    if (known === null || known.kept !== own?.kept || head.step !== null)
      this.#promised = promisedOf(head.match_id);
    return this.#compare(head.match_id, head);
  }

  /** The table: each finished deal has revealed a secret. */
  look(table: TableView): Broken | null {
    return this.#compare(table.match_id, table.fairness);
  }

  /** What is shown of it at the table. */
  shown(table: TableView): ShownPromise {
    const known = this.#promised?.id === table.match_id;
    const state = !known ? 'unknown' : this.#broken === null ? 'same' : 'other';
    return { short: shortForm(table.fairness.commitment), state };
  }

  #compare(id: string, shown: Parameters<typeof broken>[1]): Broken | null {
    if (this.#promised?.id !== id) return null;
    this.#broken = broken(this.#promised, shown);
    return this.#broken;
  }
}
