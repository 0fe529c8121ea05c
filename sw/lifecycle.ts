import { endForNewVersion } from './replaced.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * A new version waits until the member agrees, because otherwise an open tab would use two versions at once. The page
 * posts `{type: 'SKIP_WAITING'}` to the new worker and `{type: 'END_WORK'}` to the old one, and reloads once on `controllerchange`.
 */
export function handleUpdates(): void {
  let isFirst = false;

  self.addEventListener('install', () => {
    isFirst = self.registration.active === null;
  });

  self.addEventListener('activate', (event) => {
    // On the first visit there is no older version, and the page must work offline without a reload.
    // If the worker was stopped in between, it still controls the next navigation.
    if (isFirst) event.waitUntil(self.clients.claim());
  });

  self.addEventListener('message', (event) => {
    const message: unknown = event.data;
    const type = typeof message === 'object' && message !== null && 'type' in message && message.type;
    if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    else if (type === 'END_WORK') endForNewVersion();
  });
}
