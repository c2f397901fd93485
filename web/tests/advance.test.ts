import { describe, expect, it } from 'vitest';
import { readChoice } from '../src/state/actions';
import {
  ALL_OFF,
  SWITCHES,
  answerInAdvance,
  inForce,
  restoreKept,
  type Switch,
  type Switches,
} from '../src/state/advance';
import { extrasOf } from '../src/table/extras';
import { logs, prompts } from './fixtures';

const only = (...which: Switch[]): Switches => ({
  ...ALL_OFF,
  ...Object.fromEntries(which.map((one) => [one, true])),
});
const ways = Array.from({ length: 1 << SWITCHES.length }, (_, bits) =>
  only(...SWITCHES.filter((_one, i) => (bits >> i) & 1)),
);
/** What these switches answer to this kind of question, for every rule set that asks it. */
const answers = (kind: string, on: Switches): Set<string | null> =>
  new Set(
    prompts
      .filter((one) => one.kind === kind)
      .map((one) => answerInAdvance(one.view.prompt.choices, on)?.action ?? null),
  );
const asks = new Set([null]);

describe('an answer in advance', () => {
  it('is always one of the choices, and nothing is answered with all switches off', () => {
    const asked = [
      ...prompts.map((one) => one.view),
      ...logs.flatMap(({ lines }) => lines.map(({ view }) => view)),
    ];
    for (const { prompt } of asked) {
      if (prompt === null) continue;
      expect(answerInAdvance(prompt.choices, ALL_OFF)).toBeNull();
      for (const on of ways) {
        const given = answerInAdvance(prompt.choices, on);
        if (given === null) continue;
        expect(prompt.choices).toContain(given.action);
        expect(given.why.every((which) => on[which])).toBe(true);
      }
    }
  });

  it('never passes a win, whatever else is offered, in any rule set', () => {
    const wins = prompts.filter((one) => one.view.prompt.choices.includes('hu'));
    expect(new Set(wins.map((one) => one.view.rules)).size).toBe(5);
    // Of a discard, a robbed kong, an asked tile, tiles of a kong, the sea bottom, an opening hand,
    // eight flowers.
    for (const stage of [
      'claim',
      'rob',
      'ask',
      'kong_claim',
      'kong_self',
      'sea',
      'opening',
      'eight',
      'turn',
    ])
      expect(wins.map((one) => one.view.stage?.name)).toContain(stage);
    for (const { kind, view } of wins) {
      for (const on of ways)
        expect(answerInAdvance(view.prompt.choices, on), kind).toEqual(
          on.autoWin ? { action: 'hu', why: ['autoWin'] } : null,
        );
    }
  });

  it('wins also where nothing but the win may be done, and asks where there are two ways of winning', () => {
    expect(answerInAdvance(['hu'], only('autoWin'))?.action).toBe('hu');
    expect(answerInAdvance(['hu'], only('passDeal', 'noPong', 'noChow'))).toBeNull();
    expect(answerInAdvance(['pass', 'hu 1', 'hu 2'], only('autoWin', 'passDeal'))).toBeNull();
  });

  it('answers only windows in which a discard can be taken: no turn, own kong, declaration, burial or stake', () => {
    const passing = only('noChow', 'noPong', 'passDeal');
    for (const { kind, view } of prompts) {
      const claim = view.prompt.choices.every((choice) =>
        /^(pass|pon|kong|chi \d\d.)$/.test(choice),
      );
      expect(
        answerInAdvance(view.prompt.choices, passing)?.action ?? null,
        `${view.rules} ${kind}`,
      ).toBe(claim ? 'pass' : null);
      if (claim) expect(view.stage?.name).toBe('claim');
    }
    expect(answerInAdvance(['pass', 'kong 7m'], passing)).toBeNull();
    expect(answerInAdvance(['pass', 'ready', 'ready_ask'], passing)).toBeNull();
    expect(answerInAdvance(['pass'], passing)).toBeNull();
    expect(answerInAdvance([], passing)).toBeNull();
  });

  it('of each switch covers its own kind and no other', () => {
    const pass = new Set(['pass']);
    expect(answers('claim: chi pass', only('noChow'))).toEqual(pass);
    expect(answers('claim: chi pass', only('noPong', 'autoWin'))).toEqual(asks);
    for (const kind of ['claim: pass pon', 'claim: kong pass', 'claim: kong pass pon']) {
      expect(answers(kind, only('noPong'))).toEqual(pass);
      expect(answers(kind, only('noChow', 'autoWin'))).toEqual(asks);
    }
    for (const kind of ['claim: chi pass pon', 'claim: chi kong pass pon']) {
      expect(answers(kind, only('noChow'))).toEqual(asks);
      expect(answers(kind, only('noPong'))).toEqual(asks);
      expect(answers(kind, only('noChow', 'noPong'))).toEqual(pass);
      expect(answers(kind, only('passDeal'))).toEqual(pass);
    }
  });

  it('says which switches gave it', () => {
    const choices = ['pass', 'pon', 'chi 45p'];
    expect(answerInAdvance(choices, only('noChow', 'noPong', 'passDeal'))?.why).toEqual([
      'noChow',
      'noPong',
    ]);
    expect(answerInAdvance(choices, only('noChow', 'passDeal'))?.why).toEqual(['passDeal']);
    expect(answerInAdvance(['pass', 'kong', 'pon'], only('noPong'))?.why).toEqual(['noPong']);
  });

  it('has a switch against chows where, and only where, the rule set has them', () => {
    for (const rules of new Set(prompts.map((one) => one.view.rules))) {
      const chows = prompts.some(
        (one) =>
          one.view.rules === rules &&
          one.view.prompt.choices.some((choice) => readChoice(choice).verb === 'chi'),
      );
      expect(extrasOf(rules).traits.chow !== false, rules).toBe(chows);
    }
  });
});

describe('the switches', () => {
  const on = only('noPong', 'passDeal', 'autoWin');
  const kept = { match: 'a', deal: 2, on };
  it('hold for their match; what is for one deal ends with the deal', () => {
    expect(inForce(kept, 'a', 2)).toEqual(on);
    expect(inForce(kept, 'a', 3)).toEqual(only('noPong', 'autoWin'));
    expect(inForce(kept, 'b', 2)).toEqual(ALL_OFF);
    expect(inForce(null, 'a', 2)).toEqual(ALL_OFF);
  });
  it('come back from what was stored, and from nothing else', () => {
    expect(restoreKept(JSON.stringify(kept))).toEqual(kept);
    for (const stored of [
      null,
      '',
      '{',
      'null',
      '7',
      '[]',
      '{"match":1,"deal":2}',
      '{"match":"a"}',
    ])
      expect(restoreKept(stored), String(stored)).toBeNull();
    expect(restoreKept('{"match":"a","deal":2,"on":{"noPong":"yes","other":true}}')).toEqual({
      match: 'a',
      deal: 2,
      on: ALL_OFF,
    });
    expect(restoreKept('{"match":"a","deal":2}')?.on).toEqual(ALL_OFF);
  });
});
