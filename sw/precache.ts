import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & {
  /** The build puts the list of files here. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

/** Paths of the backend and of plain files on the same origin: a link to one of them must not open the app. */
const NOT_THE_APP = [/^\/(_dev|rest|storage|functions|api|powersync|assets|seed|icons)\//, /^\/_dev$/, /^\/auth\/v1\//];

/**
 * Keeps the app's own files and opens every screen from them, so a start without a server works at any address.
 * A file that is missing from the cache (evicted, or not part of it) comes from the network. API answers are never kept.
 */
export function precacheShell(): void {
  precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: 'index.html' });
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }));
  cleanupOutdatedCaches();
}
