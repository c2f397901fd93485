import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isolated, t } from '../src/i18n/index.svelte';
import type { Text, Words } from '../src/i18n/text';
import { words } from '../src/i18n/words';
import { account } from '../src/i18n/words/account';
import { personName } from '../src/table/live';

const holes = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

function sources(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(new URL(`${entry.name}/`, folder))
      : [readFileSync(new URL(entry.name, folder), 'utf8')],
  );
}

describe('words', () => {
  const pages = import.meta.glob<Record<string, Words>>('../src/i18n/pages/*.ts', { eager: true });
  const subjects: Words[] = [
    words,
    account,
    ...Object.values(pages).flatMap((file) => Object.values(file)),
  ];
  const all: [string, Text][] = subjects.flatMap((subject) => Object.entries(subject));

  it('have a key of their own each, whatever the subject', () => {
    const files = import.meta.glob<Record<string, Words>>('../src/i18n/words/!(index|account).ts', {
      eager: true,
    });
    const keys = Object.values(files).flatMap((file) =>
      Object.values(file).flatMap((subject) => Object.keys(subject)),
    );
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(keys.sort()).toEqual(Object.keys(words).sort());
  });

  it('have the same holes to fill in both languages', () => {
    for (const [key, { zh, en }] of all) expect(holes(en), key).toEqual(holes(zh));
  });

  it('are none of them empty', () => {
    for (const [key, { zh, en }] of all)
      for (const text of [zh, en]) expect(text.trim(), key).not.toBe('');
  });

  it('of a page are used by who brings them', () => {
    const files = sources(new URL('../src/', import.meta.url));
    expect(Object.keys(pages).length).toBeGreaterThan(0);
    for (const [path, file] of Object.entries(pages)) {
      const name = /(\w+)\.ts$/.exec(path)?.[1] ?? '';
      const users = files.filter((text) => text.includes(`i18n/pages/${name}'`)).join('\n');
      const keys = Object.values(file).flatMap((subject) => Object.keys(subject));
      const families = [...users.matchAll(/\(`([\w.]+)\$\{/g)].map((match) => match[1] ?? '');
      const isUsed = (key: string): boolean =>
        users.includes(`'${key}'`) ||
        users.includes(`.${key}[`) ||
        families.some((family) => key.startsWith(family));
      expect(
        keys.filter((key) => !isUsed(key)),
        path,
      ).toEqual([]);
    }
  });

  it('are all used somewhere', () => {
    const text = sources(new URL('../src/', import.meta.url)).join('\n');
    const spoken =
      sources(new URL('../src/account/', import.meta.url)).join('\n') +
      readFileSync(new URL('../src/state/account.svelte.ts', import.meta.url), 'utf8');
    expect(
      Object.keys(account)
        .filter((key) => !spoken.includes(`'${key}'`))
        .sort(),
    ).toEqual(['passkey.insecure', 'passkey.missing']);
    const families = [...text.matchAll(/t\(\s*(?:[^)]*\?\s*'[^']*'\s*:\s*)?`([\w.]+)\$\{/g)].map(
      (match) => match[1] ?? '',
    );
    const unused = Object.keys(words).filter((key) => text.split(`'${key}'`).length <= 2);
    // Each key stands once among the words; what stands nowhere else must belong to a family made
    // at run time.
    expect(unused.filter((key) => !families.some((family) => key.startsWith(family)))).toEqual([]);
  });
});

describe('names written from right to left', () => {
  const [FIRST, POP] = ['\u2068', '\u2069'];
  it('are kept apart from the words and numbers beside them, once', () => {
    for (const name of ['שלום', 'علي 7', 'a\u0645b', '\u{1e900}']) {
      expect(isolated(name)).toBe(FIRST + name + POP);
      expect(isolated(isolated(name))).toBe(FIRST + name + POP);
      expect(personName(name)).toBe(FIRST + name + POP);
      expect(t('prompt.claim', { name })).toContain(FIRST + name + POP);
      expect(t('prompt.claim', { name: personName(name) })).toBe(t('prompt.claim', { name }));
    }
  });
  it('alone are touched', () => {
    for (const name of ['阿宁', 'Ning 2', 'Дима', 'สวัสดี', '']) expect(isolated(name)).toBe(name);
  });
});
