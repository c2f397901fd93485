import { describe, expect, it } from 'vitest';
import { restore as restoreMuted } from '../src/state/muted.svelte';
import { thrownBy, withThrown } from '../src/state/optimistic';
import type { SeenEvent, View } from '../src/state/view';
import { laid } from '../src/table/held';
import { restore as restoreOrder } from '../src/table/order.svelte';
import { changes, flights } from '../src/table/payments';
import { logs } from './fixtures';

/** A view in which a full hand may throw. */
const view = logs
  .flatMap(({ lines }) => lines)
  .map((line) => line.view)
  .find(
    ({ seat, players, prompt }) =>
      prompt !== null && seat !== null && players[seat]?.hand?.length === 14,
  ) as View;
const seat = view.seat!;
const hand = view.players[seat]!.hand!;

describe('a tile that is thrown before it is confirmed', () => {
  it('is named by a plain discard and by nothing else', () => {
    expect(thrownBy('discard 3m')).toBe('3m');
    expect(thrownBy('ready 3m')).toBeNull();
    expect(thrownBy('pass')).toBeNull();
    expect(thrownBy(null)).toBeNull();
  });

  it('leaves the hand and lies as the latest of the river', () => {
    const after = withThrown(view, hand[3]!);
    const player = after.players[seat]!;
    expect(player.hand).toHaveLength(13);
    expect([...player.hand!, hand[3]!].sort()).toEqual([...hand].sort());
    expect(player.closed).toBe(view.players[seat]!.closed - 1);
    expect(player.drawn).toBeNull();
    const orders = after.players.flatMap(({ river }) => river.map((one) => one.order));
    expect(player.river.at(-1)).toEqual({ tile: hand[3], order: Math.max(...orders) });
    // Nothing of anybody else is changed, and nothing of the view that was given.
    after.players.forEach((one, at) => at !== seat && expect(one).toBe(view.players[at]));
    expect(view.players[seat]!.hand).toHaveLength(14);
  });

  it('is not taken out twice, nor out of a hand that does not hold it', () => {
    const once = withThrown(view, hand[0]!);
    expect(withThrown(once, once.players[seat]!.hand![0]!)).toBe(once);
    expect(withThrown(view, '9x')).toBe(view);
    expect(withThrown({ ...view, seat: null }, hand[0]!)).toEqual({ ...view, seat: null });
  });
});

describe('a hand that its player has laid', () => {
  it('keeps its order, and takes a new tile in behind the one it follows', () => {
    const sorted = ['1m', '2m', '2m', '5p', '9s'];
    expect(laid(sorted, ['9s', '2m', '1m', '2m', '5p'])).toEqual(['9s', '2m', '1m', '2m', '5p']);
    expect(laid(sorted, ['9s', '2m', '1m', '5p'])).toEqual(['9s', '2m', '2m', '1m', '5p']);
    expect(laid(sorted, ['9s', '5p'])).toEqual(['1m', '2m', '2m', '9s', '5p']);
    expect(laid(sorted, ['7z', '3s', '9s'])).toEqual(['1m', '2m', '2m', '5p', '9s']);
    expect(laid([], ['1m'])).toEqual([]);
  });

  it('holds the same tiles whatever was laid', () => {
    for (const order of [[], hand, [...hand].reverse(), hand.slice(5), ['1z', '1z', '9p']])
      expect([...laid(hand, order)].sort()).toEqual([...hand].sort());
  });

  it('is read back, and nothing else is', () => {
    const good = { deal: 'm 1', tiles: ['1m', '2m'] };
    expect(restoreOrder(JSON.stringify(good))).toEqual(good);
    for (const bad of [null, '', '{', '[]', '{"deal":1,"tiles":[]}', '{"deal":"a","tiles":[1]}'])
      expect(restoreOrder(bad), String(bad)).toBeNull();
    const long = { deal: 'a', tiles: Array.from({ length: 21 }, () => '1m') };
    expect(restoreOrder(JSON.stringify(long))).toBeNull();
  });
});

describe('payments that fly', () => {
  const paid = (from: number, to: number, points: number): SeenEvent => ({
    type: 'posted',
    entry: { id: 0, from, to, points, clause: '', zh: '', en: '', reverses: null, steps: [] },
  });

  it('are one for each pair, and what goes back is taken off', () => {
    expect(flights([paid(0, 1, 8), paid(2, 1, 8), paid(0, 1, 2)])).toEqual([
      { from: 0, to: 1, points: 10 },
      { from: 2, to: 1, points: 8 },
    ]);
    expect(flights([paid(0, 1, 8), paid(1, 0, 3)])).toEqual([{ from: 0, to: 1, points: 5 }]);
    expect(flights([paid(0, 1, 3), paid(1, 0, 8)])).toEqual([{ from: 1, to: 0, points: 5 }]);
    expect(flights([paid(0, 1, 3), paid(1, 0, 3)])).toEqual([]);
    expect(flights([{ type: 'ended', how: 'draw' }])).toEqual([]);
  });

  it('come to what each seat has of them', () => {
    const all = flights([paid(0, 1, 8), paid(2, 1, 8), paid(1, 3, 16)]);
    expect(changes(all)).toEqual([
      { seat: 0, points: -8 },
      { seat: 2, points: -8 },
      { seat: 3, points: 16 },
    ]);
  });
});

describe('who is muted', () => {
  it('is read back as names and nothing else', () => {
    expect(restoreMuted('["a",1,null,"b"]')).toEqual(['a', 'b']);
    for (const bad of [null, '', '{', '{}', '7']) expect(restoreMuted(bad)).toEqual([]);
    expect(
      restoreMuted(JSON.stringify(Array.from({ length: 300 }, (_, i) => `${i}`))),
    ).toHaveLength(200);
  });
});
