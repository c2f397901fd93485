import { describe, expect, it } from 'vitest';
import type { ReviewSummary } from '../src/generated/protocol';
import { chosenOf, csvOf, kindsOf, marksOf, within } from '../src/study/figures';

const review = (over: Partial<ReviewSummary>): ReviewSummary => ({
  match_id: 'a1',
  rules: 'wuxi',
  at: 0,
  deals: 4,
  result: -3,
  play: -800,
  play_within: 200,
  luck: 500,
  compared: 60,
  kinds: [{ kind: 'speed', mistakes: 2, cost: 800 }],
  ...over,
});

describe('personal figures', () => {
  it('say how sure a share is', () => {
    expect(within(0, 0)).toBeNull();
    // Wilson's interval, as tables of it have it.
    expect(within(5, 10)).toEqual([24, 76]);
    expect(within(0, 10)).toEqual([0, 28]);
    expect(within(200, 1000)).toEqual([18, 23]);
  });
  it('are counted for each deal, and for one rule set', () => {
    const list = [review({}), review({ rules: 'jingji', deals: 0 }), review({ deals: 8 })];
    expect(chosenOf({ reviews: list }, 'wuxi')).toHaveLength(2);
    expect(marksOf(list)).toEqual([
      { play: -200, low: -250, high: -150, luck: 125 },
      { play: -100, low: -125, high: -75, luck: 62.5 },
    ]);
  });
  it('have the costliest kinds first', () => {
    const list = [
      review({}),
      review({
        kinds: [
          { kind: 'danger', mistakes: 1, cost: 1000 },
          { kind: 'speed', mistakes: 1, cost: 100 },
        ],
      }),
    ];
    expect(kindsOf(list)).toEqual([
      { kind: 'danger', mistakes: 1, cost: 1000 },
      { kind: 'speed', mistakes: 3, cost: 900 },
    ]);
  });
  it('are a file of one line for each match', () => {
    const lines = csvOf([review({})])
      .trim()
      .split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]?.split(',')).toHaveLength(23);
    expect(lines[1]).toMatch(/^a1,wuxi,1970-01-01T00:00:00.000Z,4,-3,-8,2,5,60,2,8,0,0,/);
  });
});
