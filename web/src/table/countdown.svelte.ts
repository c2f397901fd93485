// The running clock as it is shown: seconds left of this decision, then of the bank; and for others,
// whose bank nobody knows, how long they have been over their time.
import type { Clock } from './model';

const TICK = 250;

/** The time at a seat. */
export interface ShownTime {
  seconds: number;
  /** Which part of its time is left. */
  part: number;
  /** The seconds are beyond its time: it lives on its bank. */
  over: boolean;
}

export class Countdown {
  #now = $state(Date.now());
  readonly #clock: () => Clock | null;

  constructor(clock: () => Clock | null) {
    this.#clock = clock;
    $effect(() => {
      if (clock() === null) return;
      this.#now = Date.now();
      const timer = setInterval(() => (this.#now = Date.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  /** Time of this decision first, then the bank. */
  readonly #banked: boolean = $derived.by(() => {
    const clock = this.#clock();
    return clock !== null && this.#now > clock.endsAt && clock.bank > 0;
  });
  readonly #left: number = $derived.by(() => {
    const clock = this.#clock();
    if (clock === null) return 0;
    return Math.max(0, clock.endsAt - this.#now + (this.#banked ? clock.bank : 0));
  });
  /** Seconds left, and which part of the time that is. */
  readonly seconds: number = $derived(Math.ceil(this.#left / 1000));
  readonly part: number = $derived.by(() => {
    const clock = this.#clock();
    const whole = clock === null ? 0 : this.#banked ? clock.bank : clock.total;
    return whole === 0 ? 0 : Math.min(1, this.#left / whole);
  });
  /** Whole seconds beyond the time of this decision; nothing before. */
  readonly over: number | null = $derived.by(() => {
    const clock = this.#clock();
    return clock === null || this.#now < clock.endsAt
      ? null
      : Math.floor((this.#now - clock.endsAt) / 1000);
  });

  times(seat: number): boolean {
    return this.#clock()?.seats.includes(seat) === true;
  }

  /**
   * What stands at a seat that is on the clock: for the viewer the time left with its bank, for
   * others the time of this decision and then how long they have been over it.
   */
  at(seat: number, own: boolean): ShownTime | null {
    const clock = this.#clock();
    if (clock === null || !this.times(seat)) return null;
    if (own) {
      const { seconds, part } = this;
      return seconds > 0 ? { seconds, part, over: false } : null;
    }
    if (this.over !== null) return { seconds: this.over, part: 0, over: true };
    const left = Math.max(0, clock.endsAt - this.#now);
    const part = clock.total === 0 ? 0 : Math.min(1, left / clock.total);
    return { seconds: Math.ceil(left / 1000), part, over: false };
  }
}
