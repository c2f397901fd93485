// Sounds made by the browser itself: short filtered noise and struck tones, no files. Silent until
// the player has touched the page, and when switched off. Never two at once: a new sound cuts the
// one before.
import { settings } from '../state/settings.svelte';
import type { Spoken } from './voice';

export type Sound =
  | 'draw'
  | 'discard'
  | 'turn'
  | 'claim'
  | 'meld'
  | 'kong'
  | 'win'
  | 'points'
  | 'say'
  | 'tick'
  | 'error';

let context: AudioContext | null = null;
let master: GainNode | null = null;
let lastAt = 0;

/** Opens the audio device; browsers allow that only inside a touch, click or key. */
export function unlockSound(): void {
  if (context !== null) {
    if (context.state === 'suspended') void context.resume();
    return;
  }
  const Context = globalThis.AudioContext as typeof AudioContext | undefined;
  if (Context === undefined) return;
  context = new Context();
}

function noise(
  out: AudioNode,
  ctx: AudioContext,
  at: number,
  length: number,
  frequency: number,
  q: number,
  level: number,
): void {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = ctx.createBufferSource();
  source.buffer = buffer;
  const filter = ctx.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = q;
  const gain = ctx.createGain();
  gain.gain.value = level;
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

function tone(
  out: AudioNode,
  ctx: AudioContext,
  at: number,
  length: number,
  frequency: number,
  level: number,
): void {
  const oscillator = ctx.createOscillator();
  oscillator.frequency.value = frequency;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(level, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(out);
  oscillator.start(at);
  oscillator.stop(at + length);
}

const click = (out: AudioNode, ctx: AudioContext, at: number): void => {
  noise(out, ctx, at, 0.03, 2200, 1.2, 0.9);
  tone(out, ctx, at, 0.04, 900, 0.12);
};
const knock = (out: AudioNode, ctx: AudioContext, at: number): void => {
  noise(out, ctx, at, 0.05, 620, 3, 1);
  tone(out, ctx, at, 0.09, 230, 0.25);
};

const SOUNDS: Record<Sound, (out: AudioNode, ctx: AudioContext, at: number) => void> = {
  draw: (out, ctx, at) => noise(out, ctx, at, 0.04, 1200, 0.6, 0.25),
  discard: click,
  turn: knock,
  claim: (out, ctx, at) => {
    knock(out, ctx, at);
    knock(out, ctx, at + 0.13);
  },
  meld: (out, ctx, at) => {
    click(out, ctx, at);
    click(out, ctx, at + 0.09);
  },
  kong: (out, ctx, at) => {
    noise(out, ctx, at, 0.06, 900, 1, 1);
    noise(out, ctx, at + 0.06, 0.18, 1500, 0.5, 0.4);
  },
  win: (out, ctx, at) => {
    for (const [partial, level] of [
      [392, 0.3],
      [784, 0.16],
      [1058, 0.1],
      [1607, 0.05],
    ] as const)
      tone(out, ctx, at, 0.6, partial, level);
  },
  points: (out, ctx, at) => {
    for (const [i, partial] of [1180, 1480, 1760].entries())
      tone(out, ctx, at + i * 0.07, 0.16, partial, 0.12);
  },
  say: (out, ctx, at) => {
    tone(out, ctx, at, 0.07, 520, 0.16);
    tone(out, ctx, at + 0.07, 0.09, 700, 0.12);
  },
  tick: (out, ctx, at) => tone(out, ctx, at, 0.03, 1400, 0.1),
  error: (out, ctx, at) => {
    noise(out, ctx, at, 0.09, 240, 2, 0.9);
    tone(out, ctx, at, 0.12, 110, 0.3);
  },
};

export function play(sound: Sound): void {
  if (!settings.sound || context === null || context.state !== 'running') return;
  const at = context.currentTime;
  master?.gain.setTargetAtTime(0, at, 0.008);
  const out = context.createGain();
  // Quick repeats are softer, so that a burst of events does not rattle.
  out.gain.value = at - lastAt < 0.2 ? 0.14 : 0.55;
  out.connect(context.destination);
  master = out;
  lastAt = at;
  SOUNDS[sound](out, context, at);
}

const PULSES: Partial<Record<Sound, number | number[]>> = {
  turn: 20,
  claim: [20, 60, 20],
  error: 60,
};

/** A short vibration with what concerns this player. */
export function pulse(sound: Sound): void {
  const pattern = PULSES[sound];
  if (settings.haptics && pattern !== undefined && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(pattern);
}

/** Calls aloud: with the clip of a voice pack, or as the browser speaks. */
export async function say(call: Spoken): Promise<void> {
  if (!settings.sound || !settings.voice) return;
  const { clipOf, SPOKEN } = await import('./voice');
  const clip = context === null ? null : await clipOf(context, call);
  if (clip === null || context?.state !== 'running') return speak(SPOKEN[call]);
  const source = context.createBufferSource();
  source.buffer = clip;
  source.connect(context.destination);
  source.start();
}

/** Says something in Chinese, where the browser has such a voice. */
function speak(text: string): void {
  if (globalThis.speechSynthesis === undefined) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = 'zh-CN';
  utterance.rate = 1.2;
  globalThis.speechSynthesis.speak(utterance);
}
