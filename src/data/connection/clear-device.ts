import { settlesWithin } from '#lib/within.ts';
import { dropDrafts } from '../drafts/drafts.ts';
import { dropShared } from '../drafts/shared.ts';
import { packedKey, readingPlaceKey, searchesKey, setUpLaterKey, tagPacksKey } from '../device/account-keys.ts';
import { removeKey } from '../device/kv.ts';
import { dropMedia } from '../media/media-store.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { dropUnsent } from '../outbox/restore-queue.ts';
import { aloneWithNotifications } from '../push/alone-with-notifications.ts';
import { removePushActions, removePush } from '../push/push-store.ts';
import { profileMadeKey } from '../remote/profile.ts';

/** A browser may ask its push service, which a member who leaves the device must not wait for. */
const UNSUBSCRIBE_PATIENCE_MS = 1000;

/** The names of the caches that the service worker fills with pictures. */
export const PICTURE_CACHES = /^rangeday-seen/;

/** Deletes what an account has outside of its database. `keepsUnsent`: except its drafts and what waits to be sent. */
export async function clearAccount(userId: string, keepsUnsent: boolean): Promise<void> {
  await Promise.all([
    removeFromCopy(userId).catch(() => {}),
    removeKey(profileMadeKey(userId)),
    removeKey(setUpLaterKey(userId)),
    removeKey(packedKey(userId)),
    removeKey(tagPacksKey(userId)),
    removeKey(readingPlaceKey(userId)),
    removeKey(searchesKey(userId)),
    ...(keepsUnsent
      ? []
      : [dropDrafts(userId), dropShared(userId), dropUnsent(userId), dropMedia(userId), removePushActions(userId)]),
  ]);
}

/** Deletes what other members must not see, unsent work or not: cached pictures, notifications, push subscription. */
export async function clearDevice(): Promise<void> {
  clearHttpCache();
  await Promise.allSettled([clearPictures(), clearNotifications(), removePush(), navigator.clearAppBadge?.()]);
}

/**
 * The answer has `Clear-Site-Data: "cache"`. Not awaited: private files are never cached, and the network may be gone.
 */
function clearHttpCache(): void {
  void fetch('/signed-out.txt', { cache: 'no-store', keepalive: true }).catch(() => {});
}

export async function clearPictures(): Promise<void> {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => PICTURE_CACHES.test(name)).map((name) => caches.delete(name)));
}

async function clearNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const one of await aloneWithNotifications(() => registration.getNotifications())) one.close();
  // Offline, the subscription cannot be cancelled; the worker says of pushes for others that there is news.
  const subscription = await registration.pushManager?.getSubscription();
  if (subscription) await settlesWithin(UNSUBSCRIBE_PATIENCE_MS, subscription.unsubscribe());
}
