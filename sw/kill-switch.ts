declare const self: ServiceWorkerGlobalScope;

/*
 * Removes a broken service worker from members' browsers. The build writes it to /kill-switch.js, and no page registers
 * it. If a released sw.js is broken, serve the contents of /kill-switch.js at /sw.js: each browser fetches that address
 * within a day and at each start of the app, and installs this worker. It deletes all caches, unregisters itself and
 * reloads the tabs. Drafts, queue and replica are in IndexedDB and OPFS, and it does not touch them.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
  const tabs = await self.clients.matchAll({ type: 'window' });
  await Promise.all(tabs.map((tab) => tab.navigate(tab.url)));
}
