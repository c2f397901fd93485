// Notices of the browser outside its window. Whether they are allowed is asked only when somebody has
// touched the switch for them.

export const mayNotify = (): boolean =>
  'Notification' in globalThis && Notification.permission === 'granted';

/** Asks for the permission; only inside a touch, click or key. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  return (await Notification.requestPermission()) === 'granted';
}

const NAME = '四方 Sifang';

/** Shows a notice that leads back to this window; it takes the place of the one before. */
export async function notify(body: string): Promise<{ close: () => void } | null> {
  const look = { body, tag: 'sifang-turn', icon: '/icon.svg' };
  try {
    const note = new Notification(NAME, look);
    note.onclick = () => {
      globalThis.focus();
      note.close();
    };
    return note;
  } catch {
    // Phones show notices only through a service worker.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(NAME, look);
    const [shown] = (await worker?.getNotifications({ tag: look.tag })) ?? [];
    return shown ?? null;
  }
}
