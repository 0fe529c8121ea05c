import type { CommonPowerSyncDatabase } from '@powersync/common';
import { uploadLock } from '#contract/outbox.ts';
import { settlesWithin } from '#lib/within.ts';
import { retryAfterKey, writeKey } from '../device/kv.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { createMediaLane } from '../media/media-lane.ts';
import { completeDueDiscards } from '../outbox/discard.ts';
import { syncQueueCopy } from '../outbox/queue-copy.ts';
import { isReplaced, rememberFile, restoreQueue } from '../outbox/restore-queue.ts';
import { requeueStale } from '../outbox/results.ts';
import { releaseSetAside } from '../outbox/retry.ts';
import { endpoints } from '../http/config.ts';
import { requireProfile } from '../remote/profile.ts';
import type { Member } from '../session/session.ts';
import { memberToken } from '../session/tokens.ts';
import { sendBatch } from '../upload/send-queue.ts';
import { createFlush, createUploader } from '../upload/uploader.ts';
import { createWaker } from '../upload/waker.ts';
import { isVisible } from './is-visible.ts';
import { isReachable } from '../http/reach.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';

/** The copy of the queue is a backup. Slow storage must not delay an upload longer than this. */
const COPY_PATIENCE_MS = 1000;

const exclusively =
  (name: string) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    // Web Locks need a secure context; without them several tabs may send, which the action ids make harmless.
    navigator.locks ? navigator.locks.request(name, work) : work();

/**
 * Sends a member's queue and maintains its copy for the service worker. `closing` aborts calls that are under way.
 * While `isSilent`, the server does not answer, and files wait.
 */
export function createMemberQueue(
  db: CommonPowerSyncDatabase,
  session: Member,
  closing: AbortSignal,
  isSilent: () => boolean,
) {
  const account = session.userId;
  const { supabaseUrl, publishableKey, powersyncUrl } = endpoints();
  let copy: ReturnType<typeof syncQueueCopy> | undefined;

  const uploader = createUploader({
    account,
    accessToken: async (refused) => {
      await requireProfile(session);
      return memberToken(account, refused);
    },
    send: async (batch, accessToken) => {
      // An action that was sent must survive a lost database. A page that is being closed has no time to wait for that.
      if (isVisible()) await settlesWithin(COPY_PATIENCE_MS, Promise.resolve(copy?.caughtUp()));
      return sendBatch(batch, {
        supabaseUrl,
        publishableKey,
        accessToken,
        // The last call of a page must continue after the page is closed.
        ...(isVisible() ? { signal: closing } : { keepalive: true }),
      });
    },
    onSettled(ids) {
      // Files follow their post at once.
      media.kick();
      return copy?.settled(ids);
    },
    onRetryAfter: (ms) => writeKey(retryAfterKey(account), Date.now() + ms),
    exclusively: exclusively(uploadLock(account)),
    waker: createWaker(),
    isReachable: async () => {
      if (closing.aborted) return false;
      return syncState.get().phase === 'online' || isReachable(powersyncUrl);
    },
  });
  const flush = createFlush(db, account, uploader);
  const media = createMediaLane(db, session, closing, isSilent);

  async function prepare(): Promise<void> {
    if (!(await isUploadRunning(account))) await db.writeTransaction(requeueStale);
    // Before `syncQueueCopy` makes the copy equal to the queue: if the file was lost, the copy is all that is left.
    const replaced = await isReplaced(db, account);
    await restoreQueue({ account, db }, replaced !== false);
    await completeDueDiscards({ account, db });
    await releaseSetAside(db);
    if (replaced === 'lost' && syncState.get().trouble !== 'rebuilt') updateSyncState({ trouble: 'evicted' });
    await rememberFile(db, account);
    copy = syncQueueCopy(db, account);
  }

  return {
    uploader,
    flush,
    media,
    /** Call once, before connecting. */
    prepare: () =>
      prepare().catch((error) => {
        // On a full device everything is still readable. The copy of the queue stays as it is.
        if (!isQuotaError(error)) throw error;
        noteStorageTrouble(error);
      }),
    /** The page is hidden: sends what fits, and leaves the rest to the service worker. */
    async onPageHidden() {
      uploader.flush();
      await Promise.all([flush(), copy?.handOverToWorker(), media.handOverToWorker()]);
    },
    /** Before unsent work is deleted, so that the service worker does not send it. */
    dropCopy: async () => copy?.drop(),
    async close() {
      await copy?.close();
      // Ends a pause: PowerSync waits for the upload under way.
      uploader.flush({ force: true });
    },
  };
}

/** Another tab of this account is sending: its 'sending' rows are not stale. */
async function isUploadRunning(account: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === uploadLock(account));
}
