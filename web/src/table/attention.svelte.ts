// What calls for the player who is asked, also where the table is not looked at: the name of the tab;
// and a screen that stays on while one plays.
import { t } from '../i18n/index.svelte';

const NAME = '四方 Sifang';

/** The tab says whether it is one's turn. */
export function nameTab(asked: () => boolean): void {
  const mine = $derived(asked());
  $effect(() => {
    document.title = mine ? `● ${t('prompt.turn')} · ${NAME}` : NAME;
    return () => (document.title = NAME);
  });
}

/** Keeps the screen on, where the browser can; it lets go by itself when the page is hidden. */
export function stayAwake(wanted: () => boolean): void {
  const playing = $derived(wanted());
  $effect(() => {
    if (!playing || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const hold = (): void => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (held) => {
          if (over) void held.release();
          else lock = held;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  });
}
