// Where an address that leads nowhere may have meant to lead.

/** The screens whose names stand in an address. */
export const SCREENS = ['rules', 'score', 'replay', 'history', 'account', 'lab', 'api'] as const;
export type Screen = (typeof SCREENS)[number];

export type Guess =
  | { page: Screen }
  | { page: 'room'; code: string }
  | { page: 'book'; rules: string }
  | { page: 'create'; rules: string };

/** How many letters have to be put in, taken out or changed to make one word of another. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (letter === other ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row[b.length] ?? b.length;
}

/** A slip of one letter in a short word, two in a longer one. */
const isLike = (word: string, name: string): boolean =>
  distance(word, name) <= (name.length > 4 ? 2 : 1);

/** What the parts of an address may have meant, the likeliest first; at most four. */
export function guesses(path: string, rules: readonly string[]): Guess[] {
  const parts = path
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '' && part.length <= 20);
  const found: Guess[] = [];
  for (const part of parts) {
    if (/^\d{6}$/.test(part)) found.push({ page: 'room', code: part });
    for (const id of rules)
      if (isLike(part, id)) found.push({ page: 'book', rules: id }, { page: 'create', rules: id });
    for (const page of SCREENS) if (isLike(part, page)) found.push({ page });
  }
  return found.slice(0, 4);
}
