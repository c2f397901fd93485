// The service worker: keeps the client itself on the device, so that it opens without a network, and
// so that a page that is open never misses a part of itself after the server has been updated.
// `shell.mjs` writes the two constants.
//
// A new version waits until all pages of the old one are closed (there is no `skipWaiting`): a match
// goes on with the version that it began with. Nothing of a match, a room or an account is kept.
const VERSION = '';
const FILES = [];

const SHELL = `sifang-shell-${VERSION}`;
/** Rule books that have been read. */
const BOOKS = 'sifang-books';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('sifang-shell-') && name !== SHELL);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))),
  );
});

/** From the server, and kept; where there is none, as it was kept last. */
async function fresh(request) {
  const cache = await caches.open(BOOKS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** A page: the server's, and without it the client as it was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('/', { cacheName: SHELL });
    if (kept === undefined) throw error;
    return kept;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(pathname))
    event.respondWith(
      caches.match(pathname, { cacheName: SHELL }).then((kept) => kept ?? fetch(request)),
    );
  else if (/^\/api\/rules(\/|$)/.test(pathname)) event.respondWith(fresh(request));
});
