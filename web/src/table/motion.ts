// Motion that explains: where a tile came from. All of it ends where the layout already is, so
// nothing waits for it.
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { still } from '../state/settings.svelte';

export type From = 'up' | 'top' | 'bottom' | 'left' | 'right';

const OFFSETS: Record<From, [number, number]> = {
  up: [0, -22],
  top: [0, -60],
  bottom: [0, 60],
  left: [-60, 0],
  right: [60, 0],
};
const MOVE = 180;

/** A replay jumps, or plays faster than motion could follow. */
let hurried = false;

export function hurry(on: boolean): void {
  hurried = on;
}

/** A slight overshoot, as when a tile is put down. */
function drop(time: number): number {
  const over = 1.4;
  const back = time - 1;
  return 1 + (over + 1) * back ** 3 + over * back ** 2;
}

/** Where the tile thrown last by this player lay, so that it can travel from there. */
let thrownFrom: DOMRect | null = null;
/** When the own tile landed: it is shown before the server confirms it, and travels once. */
let landed = 0;
const CONFIRMED = 1500;

export function rememberThrow(rect: DOMRect | null): void {
  thrownFrom = rect;
}

/** A tile comes to lie here from the side it was thrown from. */
export function land(node: Element, { from, own }: { from: From; own: boolean }): TransitionConfig {
  if (still() || hurried) return { duration: 0 };
  let [x, y] = OFFSETS[from];
  let scale = 1;
  if (own && thrownFrom !== null) {
    const here = node.getBoundingClientRect();
    x = thrownFrom.left + thrownFrom.width / 2 - (here.left + here.width / 2);
    y = thrownFrom.top + thrownFrom.height / 2 - (here.top + here.height / 2);
    scale = here.width > 0 ? thrownFrom.width / here.width : 1;
    thrownFrom = null;
    landed = Date.now();
  } else if (own && Date.now() - landed < CONFIRMED) return { duration: 0 };
  return {
    duration: MOVE,
    easing: drop,
    css: (done, left) =>
      `transform: translate(${x * left}px, ${y * left}px) scale(${1 + (scale - 1) * left}); ` +
      `opacity: ${Math.min(1, 0.4 + done)}`,
  };
}

/** A tile or meld appears: drawn, claimed, shown. */
export function arrive(
  _: Element,
  { from, delay = 0 }: { from: From; delay?: number },
): TransitionConfig {
  if (still() || hurried) return { duration: 0 };
  const [x, y] = OFFSETS[from];
  return {
    delay,
    duration: MOVE,
    easing: cubicOut,
    css: (done, left) => `transform: translate(${x * left}px, ${y * left}px); opacity: ${done}`,
  };
}

/** A panel slides in and out. */
export function sheet(
  _: Element,
  { side = 'bottom' }: { side?: 'bottom' | 'right' } = {},
): TransitionConfig {
  if (still()) return { duration: 0 };
  const move = (left: number): string =>
    side === 'bottom' ? `translateY(${12 * left}px)` : `translateX(${24 * left}px)`;
  return {
    duration: 220,
    easing: cubicOut,
    css: (done, left) => `transform: ${move(left)}; opacity: ${done}`,
  };
}
