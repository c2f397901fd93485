import { describe, expect, it } from 'vitest';
import { when } from '../src/account/when';
import { deviceName } from '../src/net/device';
import { toBytes, toText } from '../src/net/passkeys';
import { readRoute } from '../src/router.svelte';
import { settings } from '../src/state/settings.svelte';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a device', () => {
  it('is called by its browser and its system', () => {
    for (const [agent, name] of [
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
        'Chrome · Windows',
      ],
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
        'Edge · Windows',
      ],
      [
        `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`,
        'Chrome · Android',
      ],
      [
        `Mozilla/5.0 (Linux; Android 13; M2102K1C) ${WEBKIT} Version/4.0 Chrome/126.0 ` +
          `Mobile Safari/537.36 MicroMessenger/8.0.50`,
        'WeChat · Android',
      ],
      [
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Version/18.0 Mobile/15E148 Safari/604.1`,
        'Safari · iPhone',
      ],
      [
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/130.0 Mobile/15E148 Safari/604.1`,
        'Chrome · iPhone',
      ],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Linux'],
      [
        `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`,
        'Safari · Mac',
      ],
      ['curl/8.0', ''],
    ] as const)
      expect(deviceName(agent, 0), agent).toBe(name);
    expect(
      deviceName(
        `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`,
        5,
      ),
    ).toBe('Safari · iPad');
  });

  it('was here on a day, not at a moment', () => {
    const now = new Date(2026, 2, 30, 0, 30).getTime();
    const at = (day: number, hour: number): number => new Date(2026, 2, day, hour).getTime();
    settings.lang = 'en';
    expect(when(now - 60_000, now)).toBe('today');
    expect(when(at(29, 23), now)).toBe('yesterday');
    expect(when(at(27, 1), now)).toBe('3 days ago');
    expect(when(new Date(2026, 0, 5).getTime(), now)).toBe('5 Jan 2026');
    expect(when(now + 3_600_000, now), 'a clock that is behind').toBe('today');
    settings.lang = 'zh';
    expect(when(at(29, 23), now)).toBe('昨天');
  });
});

describe('passkeys', () => {
  it('travel as base64url without padding', () => {
    for (const bytes of [
      [],
      [0],
      [251, 255],
      [255, 239, 190, 1],
      Array.from({ length: 256 }, (_, i) => i),
    ]) {
      const text = toText(new Uint8Array(bytes).buffer);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect([...toBytes(text)]).toEqual(bytes);
    }
  });
});

it('the account has an address', () => {
  expect(readRoute('/account', '')).toEqual({ page: 'account' });
  expect(readRoute('/account/x', '')).toEqual({ page: 'missing' });
});
