import type { CDPSession, Page } from '@playwright/test';

import { devtools } from './storage.ts';

interface Registration {
  readonly registrationId: string;
  readonly scopeURL: string;
  readonly isDeleted: boolean;
}

interface BackgroundSync {
  /** Background Sync of the queue, as when the network is back. */
  fire(): Promise<void>;
  /** Periodic Background Sync of packs, as once in many hours. */
  firePeriodic(): Promise<void>;
}

/** Fires the browser's events of Background Sync in the page's service worker. */
export async function backgroundSync(page: Page): Promise<BackgroundSync> {
  const origin = new URL(page.url()).origin;
  // A CDP session ends when its page changes origin; that of an empty page stays.
  const session: CDPSession = await devtools(await page.context().newPage());
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    fire: async () =>
      void (await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: 'rangeday-outbox',
        lastChance: false,
      })),
    firePeriodic: async () =>
      void (await session.send('ServiceWorker.dispatchPeriodicSyncEvent', {
        origin,
        registrationId,
        tag: 'rangeday-pack',
      })),
  };
}
