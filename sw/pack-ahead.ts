import { rangeReminderCopy } from '#copy/range-reminder.ts';
import { packedKey } from '#data/device/account-keys.ts';
import { readKey } from '#data/device/kv.ts';
import { type ChosenDays, isDue, PACK_MESSAGE, PACK_TAG } from '#data/range/due.ts';
import { signedIn } from '#data/upload/background.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Where there is Periodic Background Sync: the day before a day at the range an open page packs, and without one a
 * notification asks to open the app, because only a page has the database.
 */
export function packAhead(): void {
  self.addEventListener('periodicsync' as 'activate', (event) => {
    if ((event as ExtendableEvent & { tag: string }).tag === PACK_TAG) event.waitUntil(look());
  });
}

async function look(): Promise<void> {
  const packed = await readKey<Partial<ChosenDays>>(packedKey((await signedIn()) ?? 'guest'));
  if (!packed || !isDue({ day: null, weekdays: [], at: null, ...packed }, new Date())) return;
  const pages = await self.clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(PACK_MESSAGE);
  if (pages.length > 0 || Notification.permission !== 'granted') return;
  await self.registration.showNotification(rangeReminderCopy.title, {
    body: rangeReminderCopy.body,
    tag: PACK_TAG,
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { url: '/settings/range' },
  });
}
