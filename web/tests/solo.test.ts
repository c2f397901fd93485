// What a browser remembers of how one plays alone.
import { expect, test } from 'vitest';
import { restoreSolo, soloSetup, USUAL, type SoloChoice } from '../src/lobby/solo';
import type { RuleSetSummary } from '../src/net/wire';

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
