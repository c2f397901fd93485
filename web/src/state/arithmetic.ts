// An amount as arithmetic, (2 + 2) × 3 × 5 = 60: written from the same steps that the ledger folds
// into the amount, in the same order. What changes nothing (× 1, a cap that is not reached) is left
// out.
import type { Step } from './view';

/** A number so far, as it is written, and how tightly its parts hold together. */
interface Term {
  text: string;
  value: number;
  kind: 'atom' | 'product' | 'sum';
}

const SMALL: Record<string, string> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '−': '⁻',
  '(': '⁽',
  ')': '⁾',
  ' ': '',
};
const raised = (text: string): string =>
  [...text].every((one) => one in SMALL)
    ? [...text].map((one) => SMALL[one]).join('')
    : `^(${text})`;

const number = (n: number): string => (n < 0 ? `−${-n}` : String(n));
const atom = (n: number): Term => ({ text: number(n), value: n, kind: 'atom' });
const factor = (term: Term): string => (term.kind === 'sum' ? `(${term.text})` : term.text);

function plus(term: Term | null, n: number): Term {
  if (term === null) return atom(n);
  if (n === 0) return term;
  return {
    text: `${term.text} ${n < 0 ? '−' : '+'} ${Math.abs(n)}`,
    value: term.value + n,
    kind: 'sum',
  };
}

function times(term: Term, by: Term): Term {
  if (by.value === 1) return term;
  return {
    text: term.value === 1 ? by.text : `${factor(term)} × ${factor(by)}`,
    value: term.value * by.value,
    kind: term.value === 1 ? by.kind : 'product',
  };
}

const least = (term: Term, n: number): Term =>
  term.value <= n ? term : { text: `min(${term.text}, ${number(n)})`, value: n, kind: 'atom' };

function power(base: Term, fans: Term): Term {
  const value = base.value ** Math.max(0, fans.value);
  if (fans.value === 1) return base;
  const text = base.kind === 'atom' ? base.text : `(${base.text})`;
  return { text: text + raised(fans.text), value, kind: 'atom' };
}

/** Points after the step, fans after the step. */
function next(points: Term, fans: Term | null, step: Step): [Term, Term | null] {
  const counted = fans ?? atom(0);
  switch (step.op) {
    case 'start':
      return [atom(step.n), fans];
    case 'plus':
      return [plus(points, step.n), fans];
    case 'times':
      return [times(points, atom(step.n)), fans];
    case 'fan':
      return [points, plus(fans, step.n)];
    case 'times_fans':
      return [times(points, counted), fans];
    case 'double_per_fan':
      return [counted.value === 0 ? points : times(points, power(atom(2), counted)), fans];
    case 'raise_to_fans':
      return [power(points, counted), fans];
    case 'cap_fans':
      return [points, least(counted, step.n)];
    case 'cap':
      return [least(points, step.n), fans];
    case 'round_up_to': {
      const value = step.n > 0 ? Math.ceil(points.value / step.n) * step.n : points.value;
      if (value === points.value) return [points, fans];
      return [
        { text: `⌈${factor(points)} ÷ ${step.n}⌉ × ${step.n}`, value, kind: 'product' },
        fans,
      ];
    }
    case 'share': {
      if (step.n === 0 || step.n === 1) return [points, fans];
      const value = Math.trunc(points.value / step.n);
      const text = `${factor(points)} ÷ ${step.n}`;
      const exact = value * step.n === points.value;
      return [{ text: exact ? text : `⌊${text}⌋`, value, kind: exact ? 'product' : 'atom' }, fans];
    }
  }
}

function reckoned(steps: readonly Step[]): Term {
  let points: Term = atom(0);
  let fans: Term | null = null;
  for (const step of steps) [points, fans] = next(points, fans, step);
  return points;
}

/**
 * An amount that is shared at its end: what is shared (3² = 9), in how many parts, and a part. Null
 * where nothing is shared, or more is done to a part.
 */
export function divided(
  steps: readonly Step[],
): { sum: string; parts: number; each: number } | null {
  const last = steps.at(-1);
  if (last?.op !== 'share' || last.n < 2) return null;
  const whole = steps.slice(0, -1);
  return {
    sum: arithmetic(whole)?.text ?? number(reckoned(whole).value),
    parts: last.n,
    each: reckoned(steps).value,
  };
}

/** The steps as one sum; null where there is nothing to reckon. */
export function arithmetic(steps: readonly Step[]): { text: string; value: number } | null {
  const points = reckoned(steps);
  if (points.text === number(points.value)) return null;
  return { text: `${points.text} = ${number(points.value)}`, value: points.value };
}
