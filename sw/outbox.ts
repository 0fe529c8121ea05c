import { SYNC_TAG } from '#contract/outbox.ts';
import { drainInBackground } from '#data/upload/background-drain.ts';

declare const self: ServiceWorkerGlobalScope;

/** The event of Background Sync, which the standard's types lack. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

/**
 * Posts, comments and messages go out after the page is gone, where the browser has Background Sync. Elsewhere this listener is
 * never called, and the page sends them when it is opened again.
 */
export function deliverInBackground(): void {
  self.addEventListener('sync' as 'activate', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === SYNC_TAG) sync.waitUntil(deliver());
  });
}

/** Rejects when something is left to try: the browser then asks again, later and later, some times. */
async function deliver(): Promise<void> {
  if ((await drainInBackground()) === 'later') throw new Error('Not everything could be sent.');
}
