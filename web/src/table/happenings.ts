// From events to their sound and words for a player: one sentence, one sound, one large call.
// Pure, so that it can be tested.
import { pick, t, tileName } from '../i18n/index.svelte';
import type { Sound } from '../sound/sound';
import type { Spoken } from '../sound/voice';
import type { SeenEvent } from '../state/view';
import type { SeatInfo } from './model';

/** The large seal at a seat. */
export interface Call {
  seat: number;
  text: string;
  spoken: Spoken;
}

export interface Announcement {
  sentence: string;
  sound: Sound | null;
  call: Call | null;
}

/** What to announce of an event; nothing for what speaks for itself. */
export function announce(
  event: SeenEvent,
  seats: readonly SeatInfo[],
  own: number | null,
): Announcement | null {
  const name = (seat: number): string => seats[seat]?.name ?? '';
  const say = (
    sentence: string,
    sound: Sound | null = null,
    call: Call | null = null,
  ): Announcement => ({
    sentence,
    sound,
    call,
  });
  switch (event.type) {
    case 'began':
      return say(t('say.began', { name: name(event.dealer) }));
    case 'discarded':
      return say(
        t('say.discard', { name: name(event.seat), tile: tileName(event.tile) }),
        'discard',
      );
    case 'drew':
      return event.seat === own && event.tile !== undefined
        ? say(t('say.drew', { tile: tileName(event.tile) }), 'draw')
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
      return say(sentence, kong ? 'kong' : 'meld', {
        seat: event.seat,
        text: t(`call.${key}`),
        spoken: key,
      });
    }
    case 'set_aside':
      if (event.why === 'flower' && event.tile !== null)
        return say(t('say.flower', { name: name(event.seat), tile: tileName(event.tile) }), 'draw');
      return event.why === 'kong_tile' && event.tile !== null
        ? say(t('say.turned', { name: name(event.seat), tile: tileName(event.tile) }), 'meld')
        : null;
    case 'turned_up':
      return say(t('say.turned', { name: name(event.seat), tile: tileName(event.tile) }));
    case 'declared':
      return say(t(`say.${event.what}`, { name: name(event.seat) }), 'claim', {
        seat: event.seat,
        text: t(`call.${event.what}`),
        spoken: event.what,
      });
    case 'floated':
      return say(t('say.floated', { name: name(event.seat), n: event.points }));
    case 'rolled':
      return say(t('say.rolled', { name: name(event.seat), n: event.die }));
    case 'robbed':
      return say(t('say.robbed', { name: name(event.seat) }));
    case 'won': {
      const key = event.source === 'self_draw' ? 'zimo' : 'hu';
      return say(t('say.won', { name: name(event.seat) }), 'win', {
        seat: event.seat,
        text: t(`call.${key}`),
        spoken: key,
      });
    }
    case 'posted':
      return say(
        t('say.paid', {
          from: name(event.entry.from),
          to: name(event.entry.to),
          n: event.entry.points,
          why: pick(event.entry),
        }),
      );
    case 'shown':
      return say(t('say.shown', { name: name(event.seat) }));
    case 'ended':
      return say(t('say.ended'));
    case 'dealt':
    case 'laid':
      return null;
  }
}
