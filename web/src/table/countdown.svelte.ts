// The running clock as it is shown: seconds left of this decision, then of the bank; and for others,
// whose bank nobody knows, how long they have been over their time.
import type { Clock } from './model';

const TICK = 250;

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
}
