import { describe, expect, it } from 'vitest';
import { arithmetic, divided } from '../src/state/arithmetic';
import type { Op, Step } from '../src/state/view';
import { logs } from './fixtures';

const steps = (...list: [Op, number][]): Step[] =>
  list.map(([op, n]) => ({ id: op, zh: '', en: '', clause: 'x.y', op, n }));
const text = (...list: [Op, number][]): string | undefined => arithmetic(steps(...list))?.text;

describe('arithmetic', () => {
  it('writes sums in brackets before they are multiplied', () => {
    expect(text(['start', 2], ['plus', 2], ['fan', 3], ['times_fans', 0], ['times', 5])).toBe(
      '(2 + 2) × 3 × 5 = 60',
    );
    expect(
      text(['start', 1], ['fan', 2], ['fan', 1], ['times_fans', 0], ['times', 5], ['plus', 4]),
    ).toBe('(2 + 1) × 5 + 4 = 19');
  });

  it('raises, caps, rounds and shares', () => {
    expect(text(['start', 2], ['fan', 1], ['fan', 2], ['double_per_fan', 0])).toBe('2 × 2¹⁺² = 16');
    expect(
      text(
        ['start', 3],
        ['fan', 5],
        ['fan', 3],
        ['cap_fans', 6],
        ['fan', -1],
        ['double_per_fan', 0],
      ),
    ).toBe('3 × 2^(min(5 + 3, 6) − 1) = 96');
    expect(
      text(
        ['start', 1],
        ['plus', 2],
        ['fan', 2],
        ['raise_to_fans', 0],
        ['round_up_to', 2],
        ['share', 5],
      ),
    ).toBe('⌈(1 + 2)² ÷ 2⌉ × 2 ÷ 5 = 2');
    expect(text(['start', 90], ['times', 2], ['cap', 128])).toBe('min(90 × 2, 128) = 128');
  });

  it('is silent where there is nothing to reckon', () => {
    expect(text(['start', 8])).toBeUndefined();
    expect(text(['start', 8], ['times', 1], ['cap', 64])).toBeUndefined();
  });

  it('comes to the points of every entry of the recorded matches', () => {
    let seen = 0;
    for (const entry of entriesIn(logs)) {
      const sum = arithmetic(entry.steps);
      if (sum === null) continue;
      expect(sum.value, sum.text).toBe(entry.points);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('says what is shared, and how much each part is', () => {
    const squared = [
      ['start', 3],
      ['fan', 2],
      ['raise_to_fans', 0],
      ['round_up_to', 3],
      ['share', 3],
    ] as [Op, number][];
    expect(divided(steps(...squared))).toEqual({ sum: '3² = 9', parts: 3, each: 3 });
    expect(divided(steps(['start', 48], ['share', 2]))).toEqual({ sum: '48', parts: 2, each: 24 });
    expect(divided(steps(['start', 48], ['share', 1]))).toBeNull();
    expect(divided(steps(['start', 49], ['share', 2], ['plus', 1]))).toBeNull();
  });
});

interface Paid {
  points: number;
  steps: Step[];
}

function entriesIn(value: unknown): Paid[] {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'steps' in value && 'points' in value && Array.isArray(value.steps) ? [value as Paid] : [];
  return [...own, ...Object.values(value).flatMap(entriesIn)];
}
