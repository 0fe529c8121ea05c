import { SYNC_TAG } from '#contract/outbox.ts';

/** Registers Background Sync: the browser starts the worker when there is a network, with or without a page. */
export async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // Background Sync is not in the standard's types, nor in Safari and Firefox.
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(SYNC_TAG);
}
