// From events to what a player hears and sees of them: one sentence, one sound, one large call.
// Pure, so that it can be tested.
import { pick, t, tileName } from '../i18n/index.svelte';
import type { Sound } from '../sound/sound';
import type { SeenEvent } from '../state/view';
import type { SeatInfo } from './model';

/** The large seal at a seat. */
export interface Call {
  seat: number;
  text: string;
  spoken: string;
}

export interface Told {
  sentence: string;
  sound: Sound | null;
  call: Call | null;
}

const SPOKEN = {
  chi: '吃',
  pon: '碰',
  kong: '杠',
  hu: '胡',
  zimo: '自摸',
  ready: '听',
  ready_ask: '请胡',
} as const;

/** What to tell about an event; nothing for what speaks for itself. */
export function tell(
  event: SeenEvent,
  seats: readonly SeatInfo[],
  own: number | null,
): Told | null {
  const name = (seat: number): string => seats[seat]?.name ?? '';
  const told = (sentence: string, sound: Sound | null = null, call: Call | null = null): Told => ({
    sentence,
    sound,
    call,
  });
  switch (event.type) {
    case 'began':
      return told(t('say.began', { name: name(event.dealer) }));
    case 'discarded':
      return told(
        t('say.discard', { name: name(event.seat), tile: tileName(event.tile) }),
        'discard',
      );
    case 'drew':
      return event.seat === own && event.tile !== undefined
        ? told(t('say.drew', { tile: tileName(event.tile) }), 'draw')
        : null;
    case 'melded': {
      const kong = event.meld.kind.startsWith('kong');
      const key = kong ? 'kong' : (event.meld.kind as 'chi' | 'pon');
      const tile = event.meld.claimed ?? event.meld.tiles?.[0] ?? null;
      const sentence =
        tile === null
          ? t('say.kongHidden', { name: name(event.seat) })
          : t('say.meld', {
              name: name(event.seat),
              kind: t(`meld.${event.meld.kind}`),
              tile: tileName(tile),
            });
      return told(sentence, kong ? 'kong' : 'meld', {
        seat: event.seat,
        text: t(`call.${key}`),
        spoken: SPOKEN[key],
      });
    }
    case 'set_aside':
      if (event.why === 'flower' && event.tile !== null)
        return told(
          t('say.flower', { name: name(event.seat), tile: tileName(event.tile) }),
          'draw',
        );
      return event.why === 'kong_tile' && event.tile !== null
        ? told(t('say.turned', { name: name(event.seat), tile: tileName(event.tile) }), 'meld')
        : null;
    case 'turned_up':
      return told(t('say.turned', { name: name(event.seat), tile: tileName(event.tile) }));
    case 'declared':
      return told(t(`say.${event.what}`, { name: name(event.seat) }), 'claim', {
        seat: event.seat,
        text: t(`call.${event.what}`),
        spoken: SPOKEN[event.what],
      });
    case 'floated':
      return told(t('say.floated', { name: name(event.seat), n: event.points }));
    case 'rolled':
      return told(t('say.rolled', { name: name(event.seat), n: event.die }));
    case 'robbed':
      return told(t('say.robbed', { name: name(event.seat) }));
    case 'won': {
      const key = event.source === 'self_draw' ? 'zimo' : 'hu';
      return told(t('say.won', { name: name(event.seat) }), 'win', {
        seat: event.seat,
        text: t(`call.${key}`),
        spoken: SPOKEN[key],
      });
    }
    case 'posted':
      return told(
        t('say.paid', {
          from: name(event.entry.from),
          to: name(event.entry.to),
          n: event.entry.points,
          why: pick(event.entry),
        }),
      );
    case 'shown':
      return told(t('say.shown', { name: name(event.seat) }));
    case 'ended':
      return told(t('say.ended'));
    case 'dealt':
    case 'laid':
      return null;
  }
}
