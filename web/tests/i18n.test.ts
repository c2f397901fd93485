import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as account from '../src/i18n/account';
import { en } from '../src/i18n/en';
import { isolated, t } from '../src/i18n/index.svelte';
import { zh } from '../src/i18n/zh';
import { personName } from '../src/table/live';

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

function sources(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(new URL(`${entry.name}/`, folder)) : [readFileSync(new URL(entry.name, folder), 'utf8')],
  );
}

describe('words', () => {
  it('are the same keys in both languages', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort());
  });

  it('have the same holes to fill in both languages', () => {
    for (const key of Object.keys(zh) as (keyof typeof zh)[]) expect(holes(en[key]), key).toEqual(holes(zh[key]));
    for (const key of Object.keys(account.zh) as account.AccountKey[]) expect(holes(account.en[key]), key).toEqual(holes(account.zh[key]));
  });

  it('are none of them empty', () => {
    for (const words of [zh, en, account.zh, account.en]) for (const [key, text] of Object.entries(words)) expect(text.trim(), key).not.toBe('');
  });

  it('are all used somewhere', () => {
    const text = sources(new URL('../src/', import.meta.url)).join('\n');
    // The account page has its words in one file, which names each in both languages.
    const spoken = sources(new URL('../src/account/', import.meta.url)).join('\n') + readFileSync(new URL('../src/state/account.svelte.ts', import.meta.url), 'utf8');
    expect(Object.keys(account.zh).filter((key) => !spoken.includes(`'${key}'`)).sort()).toEqual(['passkey.insecure', 'passkey.missing']);
    const families = [...text.matchAll(/t\(\s*(?:[^)]*\?\s*'[^']*'\s*:\s*)?`([\w.]+)\$\{/g)].map((match) => match[1] ?? '');
    const unused = Object.keys(zh).filter((key) => text.split(`'${key}'`).length <= 3);
    // Each key stands once in each language; what stands nowhere else must belong to a family made at run time.
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
