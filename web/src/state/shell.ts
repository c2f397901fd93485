// The client kept on the device: by a service worker, from the first table on. A first visit to the
// lobby moves nothing for it.

export function keepShell(): void {
  if (!globalThis.isSecureContext || !('serviceWorker' in navigator)) return;
  // Without it everything works as before, but only with a network.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
