import { describe, expect, it } from 'vitest';
import type { ReviewMistake } from '../src/generated/protocol';
import {
  addressOf,
  judge,
  partsOf,
  points,
  readChosen,
  secondsLeft,
  signedPoints,
  thrown,
} from '../src/study/reviewing';

const mistake: ReviewMistake = {
  deal: 3,
  place: 27,
  played: 'discard 3m',
  better: 'discard 9p',
  timed_out: false,
  loss: 345,
  low: 120,
  high: 570,
  worlds: 1000,
  kind: 'speed',
  reason: { zh: '', en: '' },
  clause: null,
};

describe('a reason', () => {
  it('has its tiles drawn and its words left alone', () => {
    expect(partsOf('waits for 36m1z ×5 (+8) instead of 7p; 2 melds, 30 %.', null)).toEqual([
      { text: 'waits for ' },
      { tiles: ['3m', '6m', '1z'] },
      { text: ' ×5 (+8) instead of ' },
      { tiles: ['7p'] },
      { text: '; 2 melds, 30 %.' },
    ]);
    expect(partsOf('听 258p ×7，本可听 3s', null)).toEqual([
      { text: '听 ' },
      { tiles: ['2p', '5p', '8p'] },
      { text: ' ×7，本可听 ' },
      { tiles: ['3s'] },
    ]);
  });
  it('leaves the address of a clause to the link beside it', () => {
    expect(partsOf('不能点炮胡：漏胡［wuxi.turn.miss］。', 'wuxi.turn.miss')).toEqual([
      { text: '不能点炮胡：漏胡。' },
    ]);
    expect(partsOf('no win on discards: passed [wuxi.turn.miss].', 'wuxi.turn.miss')).toEqual([
      { text: 'no win on discards: passed.' },
    ]);
  });
});

describe('figures', () => {
  it('are points with one decimal', () => {
    expect([345, -1250, 4].map(points)).toEqual(['3.5', '12.5', '0.0']);
    expect([345, -1250, -3, 0].map(signedPoints)).toEqual(['+3.5', '−12.5', '0', '0']);
  });
  it('say how long it takes as soon as that can be said', () => {
    const since = { time: 1000, part: 100 };
    expect(secondsLeft(since, 110, 9000)).toBeNull();
    expect(secondsLeft(since, 300, 1500)).toBeNull();
    expect(secondsLeft(since, 300, 11_000)).toBe(35);
  });
});

describe('a link', () => {
  it('names a mistake and whether the answer is hidden', () => {
    expect(addressOf('ab', mistake, false)).toBe('/review/ab?deal=3&place=27');
    expect(addressOf('ab', null, true)).toBe('/review/ab?try=1');
    expect(addressOf('ab', null, false)).toBe('/review/ab');
    expect(readChosen('?deal=3&place=27&try=1')).toEqual({ deal: 3, place: 27 });
    for (const bad of ['', '?deal=3', '?deal=x&place=1', '?place=2']) {
      expect(readChosen(bad)).toBeNull();
    }
  });
});

describe('an own try', () => {
  it('is right, the same again, or something else', () => {
    expect(['discard 9p', 'discard 3m', 'pass'].map((one) => judge(one, mistake))).toEqual([
      'right',
      'again',
      'other',
    ]);
  });
  it('throws tiles or none', () => {
    expect(['discard 9p', 'ready 3m', 'pon', 'bury 2m59p'].map(thrown)).toEqual([
      ['9p'],
      ['3m'],
      [],
      ['2m', '5p', '9p'],
    ]);
  });
});
