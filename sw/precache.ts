import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { addDrawnPage, type DrawnScript } from './drawn-page.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The build writes the list of files here. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

/** The build writes sw/drawn.js here. */
declare const DRAWN: DrawnScript;

/** Paths of the backend and of static files on the same origin: a link to one of them must not open the app. */
const NOT_THE_APP = [/^\/(_dev|rest|storage|functions|api|powersync|assets|seed|icons)\//, /^\/_dev$/, /^\/auth\/v1\//];

/** The build of SQLite for IndexedDB, which is twice as large as the one for OPFS: only for browsers that have no OPFS. */
const FOR_INDEXED_DB = /\/(?:wa-sqlite-async|IDBBatchAtomicVFS)-/;
const hasOpfs = typeof self.navigator.storage?.getDirectory === 'function';

/** Code and fonts, which only a first visit requests after its posts: scripts/build/request-posts-first.ts. */
const LATER = /<template id="later">(.*?)<\/template>/s;

/** Stores the page so that the browser requests them at once, from this worker. */
const releaseCode: Parameters<typeof addPlugins>[0][number] = {
  async cacheWillUpdate({ request, response }) {
    if (!response.ok) return null;
    if (new URL(request.url).pathname !== '/index.html') return response;
    const headers = new Headers(response.headers);
    // Of the file as it was sent.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return new Response((await response.text()).replace(LATER, '$1'), { headers });
  },
};

/**
 * Stores the app's files and opens every screen from them, so that the app starts offline at any address.
 * A file that is missing in the cache comes from the network. API responses are never cached.
 */
export function precacheShell(): void {
  addPlugins([releaseCode]);
  precache(
    self.__WB_MANIFEST.filter(
      (entry) => !hasOpfs || !FOR_INDEXED_DB.test(typeof entry === 'string' ? entry : entry.url),
    ),
  );
  const shell = createHandlerBoundToURL('/index.html');
  // Before the route of the files, which would answer `/` too.
  registerRoute(
    new NavigationRoute((options) => addDrawnPage(shell(options), options.url, DRAWN), { denylist: NOT_THE_APP }),
  );
  addRoute({ cleanURLs: false, directoryIndex: 'index.html' });
  cleanupOutdatedCaches();
}
