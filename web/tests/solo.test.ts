// What a browser remembers of how one plays alone, and what differs between two setups of a room.
import { expect, test } from 'vitest';
import { changes } from '../src/lobby/changes';
import { restoreSolo, soloSetup, USUAL, type SoloChoice } from '../src/lobby/solo';
import type { RuleSetDetail, RuleSetSummary } from '../src/net/wire';

const summary = { id: 'wuxi', seats: [2, 4] } as unknown as RuleSetSummary;

test('alone there is no clock unless asked for', () => {
  const usual = soloSetup(summary, USUAL);
  expect(usual).toMatchObject({ rules: 'wuxi', seats: 4, clock: null, hints: true });
  const asked: SoloChoice = { ...USUAL, seconds: 8, lengths: { wuxi: { deals: 4 } } };
  expect(soloSetup(summary, asked).clock).toEqual({ move_ms: 8000, bank_ms: 60_000 });
  expect(soloSetup(summary, asked).options).toEqual({ deals: 4 });
  expect(soloSetup(summary, { ...asked, practice: true })).toMatchObject({
    clock: null,
    practice: true,
  });
});

test('a choice comes back as it was stored, and nonsense is as usual', () => {
  const choice: SoloChoice = {
    bots: 'greedy',
    seconds: 15,
    practice: true,
    lengths: { wuxi: { deals: 8 } },
  };
  expect(restoreSolo(JSON.stringify(choice))).toEqual(choice);
  for (const text of [null, '', '{', '7', '[]', '{"seconds":"x","bots":7,"lengths":[]}'])
    expect(restoreSolo(text)).toEqual(USUAL);
  expect(restoreSolo('{"seconds":9,"lengths":{"wuxi":{"deals":{},"evil":1}}}').lengths).toEqual({
    wuxi: {},
  });
});

test('every change of a setup is named in both languages', () => {
  const property = { type: 'integer', default: 8, minimum: 1, maximum: 16 };
  const words = (name: string) => ({ 'x-zh': { title: name }, 'x-en': { title: name } });
  const rules = {
    options: {
      'x-groups': { match: { zh: '场', en: 'match' } },
      properties: {
        deals: { ...property, ...words('deals'), 'x-group': 'match', 'x-clause': 'wuxi.match' },
      },
    },
  } as unknown as RuleSetDetail;
  const before = { rules: 'wuxi', options: { deals: 8 }, hints: true, clock: null };
  expect(changes(before, before, rules)).toEqual([]);
  const after = {
    ...before,
    options: { deals: 4 },
    clock: { move_ms: 8000, bank_ms: 0 },
    hints: false,
  };
  expect(changes(before, after, rules).map(({ from, to }) => [from.en, to.en])).toEqual([
    ['8', '4'],
    ['no limit', '8 s'],
    ['on', 'off'],
  ]);
});
