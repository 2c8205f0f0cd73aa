/**
 * Which page is shown. The address bar is the truth: plain links work, and `go` moves.
 * Seven flat routes and one parameter each do not pay for a library.
 */

export interface Location {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function read(): Location {
  return {
    path: location.pathname.replace(/(.)\/+$/, '$1'),
    query: new URLSearchParams(location.search),
    hash: location.hash,
  };
}

let current: Location = $state.raw({ path: '/', query: new URLSearchParams(), hash: '' });

/** The current address; reactive. */
export const here = (): Location => current;

/** Moves to an address of this site. Goes to the top of the page, or to the address's #part. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(href, location.href);
  const samePage = url.pathname === location.pathname && url.search === location.search;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  current = read();
  if (url.hash) {
    // The part may belong to a page that is still to be drawn.
    requestAnimationFrame(() => show(url.hash));
  } else if (!samePage || !replace) {
    scrollTo(0, 0);
  }
}

/** Brings a part of the page into view; the next Tab goes on from there. */
export function show(hash: string): void {
  const part = document.getElementById(decodeURIComponent(hash.slice(1)));
  part?.scrollIntoView();
  if (part?.tabIndex === -1 || part?.matches('a, button, input'))
    part.focus({ preventScroll: true });
}

/** The parameter of `/name/{parameter}`, `''` for `/name` itself, null for any other path. */
export function below(name: string, path: string = current.path): string | null {
  if (path === `/${name}`) return '';
  const start = `/${name}/`;
  if (!path.startsWith(start) || path.indexOf('/', start.length) >= 0) return null;
  try {
    return decodeURIComponent(path.slice(start.length));
  } catch {
    return null;
  }
}

/** Starts following the address bar and taking over clicks on links within the site. */
export function startRouter(): void {
  current = read();
  addEventListener('popstate', () => (current = read()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(url.href);
  });
}
