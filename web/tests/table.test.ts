import { describe, expect, it } from 'vitest';
import { extrasOf } from '../src/table/extras';
import { announce } from '../src/table/happenings';
import { unseen, lastOrder, type SeatInfo } from '../src/table/model';
import { placeOf, sourceSide } from '../src/table/seats';
import { readRoute } from '../src/router.svelte';
import { preferred, restore } from '../src/state/settings.svelte';
import { distance, guesses } from '../src/lobby/missing';
import addresses from './fixtures/addresses.json' with { type: 'json' };
import { logs } from './fixtures';

const SEATS: SeatInfo[] = ['甲', '乙', '丙', '丁'].map((name) => ({
  name,
  bot: false,
  auto: false,
  online: true,
  total: 0,
}));

describe('seats on the screen', () => {
  it('lie counter-clockwise from the viewer', () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 2, 4))).toEqual([
      'top',
      'left',
      'bottom',
      'right',
    ]);
    expect([0, 1, 2].map((seat) => placeOf(seat, 0, 3))).toEqual(['bottom', 'right', 'left']);
    expect([0, 1].map((seat) => placeOf(seat, 1, 2))).toEqual(['top', 'bottom']);
    expect(placeOf(1, null, 4)).toBe('right');
  });

  it('show where a claimed tile came from', () => {
    expect(sourceSide(0, 3, 4)).toBe('previous');
    expect(sourceSide(0, 2, 4)).toBe('opposite');
    expect(sourceSide(0, 1, 4)).toBe('next');
    expect(sourceSide(2, 1, 3)).toBe('previous');
    expect(sourceSide(0, 1, 2)).toBe('opposite');
    expect(sourceSide(1, 1, 4)).toBeNull();
  });
});

describe('every recorded position', () => {
  it('has traits, hints and badges in both languages', () => {
    for (const { name, lines } of logs) {
      for (const { view } of lines) {
        const { traits } = extrasOf(view.rules);
        const texts = [
          ...view.players.flatMap((_, seat) =>
            (traits.seat?.(view, seat).badges ?? []).map((badge) => badge.text),
          ),
          ...(traits.notices?.(view) ?? []),
          ...(traits.hints?.(view) ?? []).flatMap((hint) => [
            ...hint.waits.map((wait) => wait.worth),
            ...(hint.remark === undefined ? [] : [hint.remark]),
          ]),
        ];
        for (const text of texts)
          expect(text.zh !== '' && text.en !== '', `${name} ${JSON.stringify(text)}`).toBe(true);
        for (const hint of traits.hints?.(view) ?? [])
          for (const wait of hint.waits) expect(unseen(view, wait.tile)).toBeLessThanOrEqual(4);
      }
    }
  });

  it('is put in whole sentences', () => {
    for (const { lines } of logs) {
      for (const event of lines.flatMap((line) => line.events)) {
        const said = announce(event, SEATS, 0);
        if (said !== null) expect(said.sentence).not.toMatch(/undefined|\{\w+\}|null/);
        if (event.type === 'won' || event.type === 'melded') expect(said?.call?.text).toBeTruthy();
      }
    }
  });

  it('marks the latest thrown tile', () => {
    for (const { lines } of logs) {
      for (const { view, events } of lines) {
        const thrown = events.findLast((event) => event.type === 'discarded');
        const taken = events.some(
          (event) => event.type === 'melded' || event.type === 'won' || event.type === 'laid',
        );
        if (thrown === undefined || taken) continue;
        const river = view.players.flatMap((player) => player.river);
        expect(river.find((one) => one.order === lastOrder(view))?.tile).toBe(thrown.tile);
      }
    }
  });
});

describe('addresses', () => {
  it('lead to their pages', () => {
    expect(readRoute('/', '')).toEqual({ page: 'home' });
    expect(readRoute('/r/408216', '')).toEqual({ page: 'room', name: '408216' });
    expect(readRoute('/new/anhua', '?kings=7')).toEqual({
      page: 'create',
      rules: 'anhua',
      preset: 'kings=7',
    });
    expect(readRoute('/rules', '')).toEqual({ page: 'rules', rules: null });
    expect(readRoute('/r/', '')).toEqual({ page: 'missing' });
    expect(readRoute('/r/..%2f', '')).toEqual({ page: 'missing' });
  });

  it('knows the screens that the server knows, and no others', () => {
    for (const path of [...addresses.screens, ...addresses['no such rules']])
      expect(readRoute(path, '').page, path).not.toBe('missing');
    for (const path of addresses.missing) expect(readRoute(path, '').page, path).toBe('missing');
  });

  it('guesses what an address may have meant', () => {
    const ids = ['wuxi', 'xuezhan', 'hongzhong', 'anhua', 'jingji'];
    const first = (path: string): unknown => guesses(path, ids)[0];
    expect(first('/rule')).toEqual({ page: 'rules' });
    expect(first('/room/123456')).toEqual({ page: 'room', code: '123456' });
    expect(first('/WUXI')).toEqual({ page: 'book', rules: 'wuxi' });
    expect(first('/xuezan/x')).toEqual({ page: 'book', rules: 'xuezhan' });
    expect(first('/wp-admin.php')).toBeUndefined();
    expect(guesses('/wuxi/anhua/rules/lab/123456', ids)).toHaveLength(4);
    expect(guesses(`/${'a'.repeat(10_000)}`, ids)).toEqual([]);
    expect(distance('kitten', 'sitting')).toBe(3);
  });
});

describe('stored settings', () => {
  it('are taken as far as they make sense', () => {
    expect(restore('{"lang":"en","sound":"loud","nothing":1}')).toEqual({ lang: 'en' });
    expect(restore('{"lang":"fr","theme":"dark"}')).toEqual({ theme: 'dark' });
    for (const nothing of ['not json', 'null', '[]', null]) expect(restore(nothing)).toEqual({});
  });

  it('leave the language to the browser until one is chosen', () => {
    for (const [languages, lang] of [
      [['en-GB', 'zh'], 'en'],
      [['zh-TW', 'en'], 'zh'],
      [['fr-CH', 'yue-Hant', 'en'], 'zh'],
      [['de', 'en'], 'en'],
      [['ja', 'ko'], 'en'],
      [['zhx'], 'en'],
      [[], 'zh'],
    ] as const)
      expect(preferred(languages), languages.join()).toBe(lang);
  });
});
