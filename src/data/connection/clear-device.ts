import { dropDrafts } from '../drafts/drafts.ts';
import { removeKey } from '../device/kv.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { profileMadeKey } from '../remote/profile.ts';

/** The names of the caches that the service worker fills with pictures. */
const PICTURE_CACHES = /^rangeday-seen/;

/** Deletes what an account keeps outside of its database: drafts, the worker's copy of its queue, small keys. */
export async function clearAccount(userId: string): Promise<void> {
  await Promise.all([dropDrafts(userId), removeFromCopy(userId).catch(() => {}), removeKey(profileMadeKey(userId))]);
}

/** Deletes what no other member may find, even if unsent work is kept: cached pictures, notifications, the push subscription. */
export async function clearDevice(): Promise<void> {
  await Promise.allSettled([clearPictures(), clearNotifications(), navigator.clearAppBadge?.()]);
}

async function clearPictures(): Promise<void> {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => PICTURE_CACHES.test(name)).map((name) => caches.delete(name)));
}

async function clearNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  // Offline, the push service cannot be told. Each payload names its member, and the worker ignores those of others.
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}
