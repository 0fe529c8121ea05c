import { SYNC_TAG } from '#contract/outbox.ts';
import { sendInOrder } from '#data/push/send-in-order.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Sends what was written in the app and what was done in notifications; without a network the browser calls again, or
 * the app does it at its next start.
 */
export async function sendAll(account: string): Promise<'done' | 'later'> {
  const { status, unread } = await sendInOrder(account);
  if (status === 'later') {
    const { sync } = self.registration as { sync?: { register(tag: string): Promise<void> } };
    await sync?.register(SYNC_TAG).catch(() => {});
  }
  // No page is open that counts.
  if (unread !== null) await setBadge(unread).catch(() => {});
  return status;
}

const setBadge = async (unread: number): Promise<void> =>
  unread > 0 ? self.navigator.setAppBadge?.(unread) : self.navigator.clearAppBadge?.();
