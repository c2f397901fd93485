// Searching rule books: every word must stand somewhere in a clause, a fan, an option or a named
// combination: in its text, its id, or another name that players use for it.
import type { Lang } from '../i18n/text';
import type { Field } from '../lobby/schema';
import type { Block, Book, Combination, Section, Span } from '../generated/books';

/** A section with what a search leaves of it. */
export interface Found extends Section {
  fans: ReadonlySet<string>;
  options: ReadonlySet<string>;
  combinations: readonly Combination[];
}

/** Other names of a clause, those of things that the rules do not have apart. */
export const alsoCalled = (book: Book, clause: string, absent = false): string[] =>
  book.names.filter((one) => one.clause === clause && one.absent === absent).map((one) => one.name);

const words = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

export function found(book: Book, fields: readonly Field[], query: string): Found[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (...texts: string[]): boolean => {
    const text = texts.join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const others = (clause: string | null): string =>
    book.names
      .filter((one) => one.clause === clause)
      .map((one) => one.name)
      .join(' ');
  const fanNames = (ids: readonly string[]): string =>
    book.fans
      .filter((fan) => ids.includes(fan.id))
      .map((fan) => `${fan.name.zh} ${fan.name.en}`)
      .join(' ');
  const combinations = book.combinations.filter((one) => has(one.name, fanNames(one.fans)));
  const fans = new Set(
    book.fans
      .filter((fan) =>
        has(fan.name.zh, fan.name.en, fan.when.zh, fan.when.en, fan.clause, others(fan.clause)),
      )
      .map((fan) => fan.id),
  );
  const options = new Set(
    fields
      .filter((field) =>
        has(
          field.label.zh,
          field.label.en,
          field.meaning.zh,
          field.meaning.en,
          field.clause,
          others(field.clause),
        ),
      )
      .map((field) => field.name),
  );
  const keeps = (block: Block): boolean => {
    switch (block.kind) {
      case 'fans':
        return fans.size > 0 || combinations.length > 0;
      case 'options':
        return options.size > 0;
      case 'item':
        return has(words(block.spans), block.id ?? '', others(block.id));
      case 'text':
        return has(words(block.spans));
      default:
        return wanted.length === 0;
    }
  };
  return book.sections
    .map((section) => ({
      ...section,
      fans,
      options,
      combinations,
      // A section that players call by another name is found whole.
      blocks:
        wanted.length > 0 && others(section.id) !== '' && has(others(section.id))
          ? section.blocks
          : section.blocks.filter(keeps),
    }))
    .filter((section) => section.blocks.length > 0);
}

/** One line of what a search over several books found. */
export interface Hit {
  clause: string;
  title: string;
  also: string[];
}

/** What a search finds in a book, a line each; for a list beside other books. */
export function hits(book: Book, fields: readonly Field[], query: string, lang: Lang): Hit[] {
  if (query.trim() === '') return [];
  const fansAt = book.sections.find((one) => one.blocks.some((block) => block.kind === 'fans'))?.id;
  const line = (clause: string, title: string): Hit => ({
    clause,
    title,
    also: alsoCalled(book, clause),
  });
  return found(book, fields, query).flatMap((section) =>
    section.blocks.flatMap((block): Hit[] => {
      if (block.kind === 'item' || block.kind === 'text')
        return [line((block.kind === 'item' ? block.id : null) ?? section.id, words(block.spans))];
      if (block.kind === 'fans')
        return [
          ...book.fans
            .filter((fan) => section.fans.has(fan.id))
            .map((fan) => line(fan.clause, fan.name[lang])),
          ...section.combinations.map((one) =>
            line(fansAt ?? section.id, `${one.name} ${one.worth}`),
          ),
        ];
      if (block.kind === 'options')
        return fields
          .filter((field) => section.options.has(field.name))
          .map((field) => line(field.clause, field.label[lang]));
      return [];
    }),
  );
}
