import { endForNewVersion } from './replaced.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * By then, an old worker that was idle has been replaced. A message would start it again, and Chromium would wait until
 * it is idle for 30 s.
 */
const IDLE_REPLACED_MS = 1000;

/**
 * A new version waits until the member agrees, because otherwise an open tab would use two versions at once. The page
 * posts `{type: 'SKIP_WAITING'}` to the new worker after it has stored unsent work, and reloads once on
 * `controllerchange`.
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
    if (type === 'SKIP_WAITING') event.waitUntil(Promise.all([self.skipWaiting(), endOldWork()]));
    else if (type === 'END_WORK') endForNewVersion();
  });
}

/** Not by the page: a new version that does not answer must not end anything. */
async function endOldWork(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_REPLACED_MS));
  const { waiting, active } = self.registration;
  if (waiting) active?.postMessage({ type: 'END_WORK' });
}
