// Which page is shown, from the address. Links are ordinary ones; clicks on them are answered
// without loading the page again.

export type Route =
  | { page: 'home' }
  | { page: 'create'; rules: string; preset: string }
  | { page: 'room'; name: string }
  | { page: 'sheet'; rules: string; preset: string }
  | { page: 'rules'; rules: string | null }
  | { page: 'replay'; id: string | null; place: string }
  | { page: 'review'; id: string; place: string }
  | { page: 'history' }
  | { page: 'account' }
  | { page: 'score'; rules: string | null; query: string }
  | { page: 'lab'; id: string | null }
  | { page: 'api' }
  | { page: 'missing' };

/** The screen at an address. The server knows the same ones (`files.rs`) and answers 404 elsewhere. */
export function readRoute(path: string, search: string): Route {
  const [first, second, ...more] = path.split('/').filter((part) => part !== '');
  if (more.length > 0) return { page: 'missing' };
  if (first === undefined) return { page: 'home' };
  if (first === 'new' && second !== undefined)
    return { page: 'create', rules: second, preset: search.replace(/^\?/, '') };
  if (first === 'sheet' && second !== undefined)
    return { page: 'sheet', rules: second, preset: search.replace(/^\?/, '') };
  if (first === 'r' && second !== undefined && /^[0-9a-zA-Z-]+$/.test(second))
    return { page: 'room', name: second };
  if (first === 'rules') return { page: 'rules', rules: second ?? null };
  if (first === 'replay') return { page: 'replay', id: second ?? null, place: search };
  if (first === 'review' && second !== undefined)
    return { page: 'review', id: second, place: search };
  if (first === 'history' && second === undefined) return { page: 'history' };
  if (first === 'account' && second === undefined) return { page: 'account' };
  if (first === 'score')
    return { page: 'score', rules: second ?? null, query: search.replace(/^\?/, '') };
  if (first === 'lab' && (second === undefined || /^[0-9a-f]+$/.test(second)))
    return { page: 'lab', id: second ?? null };
  if (first === 'api' && second === undefined) return { page: 'api' };
  return { page: 'missing' };
}

const location_ = globalThis.location as Location | undefined;
export const router = $state<{ route: Route }>({
  route: readRoute(location_?.pathname ?? '/', location_?.search ?? ''),
});

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  sync();
  scrollTo(0, 0);
}

function sync(): void {
  router.route = readRoute(location.pathname, location.search);
}

/** Answers clicks on links of our own and the browser's back button. Call once. */
export function startRouter(): void {
  addEventListener('popstate', sync);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0)
      return;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      link.target !== '' ||
      link.hasAttribute('download') ||
      link.origin !== location.origin
    )
      return;
    // A place on this very page is the browser's business.
    if (link.hash !== '' && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
