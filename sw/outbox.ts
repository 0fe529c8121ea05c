import { SYNC_TAG } from '#contract/outbox.ts';
import { sendFiles } from '#data/media/background-files.ts';
import { signedIn } from '#data/upload/background.ts';
import { sendAll } from './push-actions.ts';
import { untilReplaced } from './replaced.ts';

declare const self: ServiceWorkerGlobalScope;

/** The event of Background Sync, which is missing in TypeScript's types. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

/**
 * Sends posts, comments, messages and files after the page was closed, in browsers with Background Sync. In other
 * browsers this listener is never called, and the page sends them when it is opened again.
 */
export function sendInBackground(): void {
  self.addEventListener('sync' as 'activate', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === SYNC_TAG) sync.waitUntil(untilReplaced(send));
  });
}

/** Rejects if something is left to send: the browser then fires the event again a few times, at growing intervals. */
async function send(): Promise<void> {
  const account = await signedIn();
  const rows = account === null ? 'done' : await sendAll(account);
  // After the posts that they belong to.
  const files = await sendFiles(account ?? 'guest');
  if (rows === 'later' || files === 'later') throw new Error('Not everything could be sent.');
}
