import { describe, expect, it } from 'vitest';
import { burial, offer, readChoice, used } from '../src/state/actions';
import { arranged, formatTiles, parseTiles } from '../src/state/tiles';
import { layOut } from '../src/table/held';
import { logs } from './fixtures';

describe('choices', () => {
  it('are sorted for the screen, and none is lost', () => {
    for (const { name, lines } of logs) {
      for (const { view } of lines) {
        const choices = view.prompt?.choices ?? [];
        const given = offer(choices);
        const found =
          given.discards.size +
          given.declares.length +
          given.burials.size +
          given.floats.length +
          given.buttons.length;
        expect(found, `${name}: ${choices.join(', ')}`).toBe(choices.length);
      }
    }
  });

  it('stand in the fixed order, pass last', () => {
    const verbs = offer(['pass', 'chi 46p', 'pon', 'kong', 'hu']).buttons.map(
      (choice) => choice.verb,
    );
    expect(verbs).toEqual(['hu', 'kong', 'pon', 'chi', 'pass']);
  });

  it('show which tiles they use', () => {
    expect(used(readChoice('chi 46p'), '5p')).toEqual(['4p', '5p', '6p']);
    expect(used(readChoice('pon'), '5p')).toEqual(['5p', '5p', '5p']);
    expect(used(readChoice('kong'), '5p')).toEqual(['5p', '5p', '5p', '5p']);
    expect(used(readChoice('kong 3m'), null)).toEqual(['3m', '3m', '3m', '3m']);
    expect(used(readChoice('ask 2s'), null)).toEqual(['2s']);
  });

  it('find a burial in whichever order its tiles were raised', () => {
    const given = offer(['bury 126m', 'bury 12m6p']);
    expect(burial(given, ['6m', '1m', '2m'])).toBe('bury 126m');
    expect(burial(given, ['6p', '2m', '1m'])).toBe('bury 12m6p');
    expect(burial(given, ['9p', '2m', '1m'])).toBeNull();
  });

  it('read every burial of the recorded deals as the engine wrote it', () => {
    const written = logs.flatMap(({ lines }) =>
      lines.flatMap(({ view }) =>
        (view.prompt?.choices ?? []).filter((choice) => choice.startsWith('bury')),
      ),
    );
    expect(written.length).toBeGreaterThan(10);
    for (const action of written)
      expect(`bury ${formatTiles(readChoice(action).tiles)}`).toBe(action);
  });
});

describe('tiles', () => {
  it('are read and written', () => {
    expect(parseTiles('123m7z')).toEqual(['1m', '2m', '3m', '7z']);
    expect(formatTiles(['7z', '3m', '1m'])).toBe('13m7z');
  });

  it('lie wild ones first, then by suit in the order asked for', () => {
    expect(arranged(['1s', '1p', '1m', '7z'], ['7z'], 'msp')).toEqual(['7z', '1m', '1s', '1p']);
    expect(arranged(['1s', '1p', '1m', '7z'], [], 'mps')).toEqual(['1m', '1p', '1s', '7z']);
  });

  it('of a hand are all laid out, the drawn one last, each with its own key', () => {
    for (const { lines } of logs) {
      for (const { view } of lines) {
        const player = view.players[view.seat ?? 0];
        const held = layOut(view, [], 'msp');
        expect(held.map((one) => one.tile).sort()).toEqual([...(player?.hand ?? [])].sort());
        expect(new Set(held.map((one) => one.key)).size).toBe(held.length);
        if (player?.drawn != null)
          expect(held.at(-1)).toMatchObject({ tile: player.drawn, drawn: true });
      }
    }
  });
});
