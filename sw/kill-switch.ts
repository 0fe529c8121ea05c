declare const self: ServiceWorkerGlobalScope;

/*
 * The way out of a bad worker. It is built as /kill-switch.js and registered by nobody. When a shipped sw.js turns out
 * to be broken, serve the bytes of /kill-switch.js at /sw.js: each browser fetches that address within a day and at each
 * start of the app, takes this worker, drops every cache, gives the origin back to the network and reloads its tabs.
 * Drafts, queue and replica lie in IndexedDB and OPFS and are left alone.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
  const tabs = await self.clients.matchAll({ type: 'window' });
  await Promise.all(tabs.map((tab) => tab.navigate(tab.url)));
}
