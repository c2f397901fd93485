import { describe, expect, it } from 'vitest';
import { FORMAT, MOST, readPack } from '../src/sound/voice';

const pack = (change: object = {}): string =>
  JSON.stringify({ format: FORMAT, name: 'Nai Nai', clips: { hu: ['AAAA'] }, ...change });

describe('a voice pack', () => {
  it('is read', () => {
    expect(readPack(pack())).toEqual({ name: 'Nai Nai', clips: { hu: ['AAAA'] } });
    expect(readPack(pack({ name: 'x'.repeat(90) }))?.name).toHaveLength(MOST.name);
  });

  it('is refused whole where anything in it is not as it must be', () => {
    for (const bad of [
      '',
      '{',
      'null',
      '[]',
      pack({ format: 'sifang-voice/2' }),
      pack({ name: ' ' }),
      pack({ name: 7 }),
      pack({ clips: null }),
      pack({ clips: {} }),
      pack({ clips: { tsumo: ['AAAA'] } }),
      pack({ clips: { hu: [] } }),
      pack({ clips: { hu: 'AAAA' } }),
      pack({ clips: { hu: ['not base64!'] } }),
      pack({ clips: { hu: ['A'.repeat(MOST.clip + 1)] } }),
      pack({ clips: { hu: Array.from({ length: MOST.clips + 1 }, () => 'AAAA') } }),
      pack({ more: 'A'.repeat(MOST.file) }),
    ])
      expect(readPack(bad), bad.slice(0, 60)).toBeNull();
  });
});
