// The numbers of an answer, in the order and with the names that the form gives them.
import type { Text } from '../i18n/index.svelte';
import type { FanLine, Form, Score, Waits } from '../generated/books';

export interface Figure {
  name: string;
  label: Text;
  value: number;
}

/** What a wait is worth. */
export type Wait = Waits['waits'][string];

export function figuresOf(form: Form, answer: Score | object): Figure[] {
  return form.figures.flatMap(({ name, label }) => {
    const value = (answer as Record<string, unknown>)[name];
    return typeof value === 'number' ? [{ name, label, value }] : [];
  });
}

/** What a wait is worth; a bare number is the total. Numbers of nothing are left out. */
export function figuresOfWait(form: Form, wait: Wait): Figure[] {
  return figuresOf(form, typeof wait === 'number' ? { total: wait } : wait).filter(
    (figure) => figure.value !== 0,
  );
}

/** `2`, or `1 × 3` where a fan counts more than once. */
export const fanTotal = (line: FanLine): string =>
  line.count > 1 ? `${line.value} × ${line.count}` : String(line.value);
