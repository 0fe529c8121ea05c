declare const self: ServiceWorkerGlobalScope;

/**
 * A new version waits until the member agrees: taking over at once would put two versions into one open tab. The page
 * posts `{type: 'SKIP_WAITING'}` after it has put unsent work away, and reloads once on `controllerchange`.
 */
export function followLifecycle(): void {
  let isFirst = false;

  self.addEventListener('install', () => {
    isFirst = self.registration.active === null;
  });

  self.addEventListener('activate', (event) => {
    // On the first visit there is no older version to disturb, and the page is to work offline without a reload.
    // Should the worker have been stopped in between, the next navigation is controlled anyway.
    if (isFirst) event.waitUntil(self.clients.claim());
  });

  self.addEventListener('message', (event) => {
    const message: unknown = event.data;
    const isConsent =
      typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING';
    if (isConsent) event.waitUntil(self.skipWaiting());
  });
}
