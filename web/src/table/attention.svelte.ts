// What calls for the player who is asked, also where the table is not looked at: the name of the tab;
// and a screen that stays on while one plays.
import { t } from '../i18n/index.svelte';
import { settings } from '../state/settings.svelte';
import { mayNotify, notify } from '../ui/notify';

const NAME = '四方 Sifang';

/** The tab says whether it is one's turn. */
export function nameTab(asked: () => boolean): void {
  const mine = $derived(asked());
  $effect(() => {
    document.title = mine ? `● ${t('prompt.turn')} · ${NAME}` : NAME;
    return () => (document.title = NAME);
  });
}

/** Calls the player back to a window that is not looked at, where that was allowed. */
export function callBack(asked: () => boolean): void {
  const mine = $derived(asked());
  $effect(() => {
    if (!mine || !settings.notify || document.visibilityState === 'visible') return;
    if (!mayNotify()) return;
    const note = notify(t('prompt.turn'));
    const close = (): void => void note.then((shown) => shown?.close());
    document.addEventListener('visibilitychange', close);
    return () => {
      document.removeEventListener('visibilitychange', close);
      close();
    };
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
