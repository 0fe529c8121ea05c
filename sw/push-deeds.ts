import { SYNC_TAG } from '#contract/outbox.ts';
import { isReachable } from '#data/connection/reach.ts';
import { readDeeds } from '#data/push/push-store.ts';
import { sendDeed } from '#data/push/send-deed.ts';
import { endpoints } from '#data/remote/config.ts';
import { storedToken } from '#data/session/stored-token.ts';

declare const self: ServiceWorkerGlobalScope;

/** Sends what was done in notifications; without a network the browser calls again, or the app does it at its next start. */
export async function sendDeeds(account: string): Promise<'done' | 'later'> {
  const deeds = await readDeeds(account);
  if (deeds.length === 0) return 'done';
  const token = (await isReachable(endpoints().powersyncUrl)) ? await storedToken(account) : null;
  let left = token === null;
  // In order, because the member wrote them in order.
  if (token !== null) for (const deed of deeds) if (!(await sendDeed(deed, token))) left = true;
  if (!left) return 'done';
  const { sync } = self.registration as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(SYNC_TAG).catch(() => {});
  return 'later';
}
