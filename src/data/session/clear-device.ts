import { dropDrafts } from '../drafts/drafts.ts';
import { removeKey } from '../device/kv.ts';
import { dropMirrored } from '../outbox/queue-copy-store.ts';
import { profileMadeKey } from './ensure-profile.ts';

/** Pictures that were seen; the names of the caches that the service worker fills for it. */
const SEEN = /^rangeday-seen/;

/** What an account leaves beside its database: drafts, the worker's copy of its queue, small keys. */
export async function dropAccount(userId: string): Promise<void> {
  await Promise.all([dropDrafts(userId), dropMirrored(userId).catch(() => {}), removeKey(profileMadeKey(userId))]);
}

/** What no next person may find, whatever is kept: pictures that were seen, notices on the screen, the push subscription. */
export async function leaveDevice(): Promise<void> {
  await Promise.allSettled([forgetPictures(), silenceWorker(), navigator.clearAppBadge?.()]);
}

async function forgetPictures(): Promise<void> {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => SEEN.test(name)).map((name) => caches.delete(name)));
}

async function silenceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  // Without a network the push service cannot be told; the payload names its reader, and the worker ignores what is for others.
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}
