// Searching a rule book: every word must stand somewhere in a clause, a fan or an option, in its
// text or its id.
import type { Field } from '../lobby/schema';
import type { Block, Book, Section, Span } from './types';

/** A section with what a search leaves of it. */
export interface Found extends Section {
  fans: ReadonlySet<string>;
  options: ReadonlySet<string>;
}

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
  const fans = new Set(
    book.fans
      .filter((fan) => has(fan.name.zh, fan.name.en, fan.when.zh, fan.when.en, fan.clause))
      .map((fan) => fan.id),
  );
  const options = new Set(
    fields
      .filter((field) =>
        has(field.label.zh, field.label.en, field.meaning.zh, field.meaning.en, field.clause),
      )
      .map((field) => field.name),
  );
  const keeps = (block: Block): boolean => {
    switch (block.kind) {
      case 'fans':
        return fans.size > 0;
      case 'options':
        return options.size > 0;
      case 'item':
        return has(words(block.spans), block.id ?? '');
      case 'text':
        return has(words(block.spans));
      default:
        return wanted.length === 0;
    }
  };
  return book.sections
    .map((section) => ({ ...section, fans, options, blocks: section.blocks.filter(keeps) }))
    .filter((section) => section.blocks.length > 0);
}
