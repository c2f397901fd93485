// The switches of this window: they live through a reload, and not longer than the window or the
// match.
import { inForce, restoreKept, type Kept, type Switch, type Switches } from './advance';
import { windowStorage } from './storage';

const KEY = 'sifang.advance';

class Advance {
  #kept = $state.raw<Kept | null>(restoreKept(windowStorage()?.getItem(KEY) ?? null));

  on(match: string, deal: number): Switches {
    return inForce(this.#kept, match, deal);
  }

  /** Turns a switch over; returns how it stands now. */
  toggle(which: Switch, match: string, deal: number): boolean {
    const before = this.on(match, deal);
    this.#kept = { match, deal, on: { ...before, [which]: !before[which] } };
    windowStorage()?.setItem(KEY, JSON.stringify(this.#kept));
    return !before[which];
  }
}

export const advance = new Advance();
