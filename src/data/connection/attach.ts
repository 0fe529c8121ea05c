import type { CommonPowerSyncDatabase } from '@powersync/common';
import { uploadLock } from '#contract/outbox.ts';
import { endpoints } from '../remote/config.ts';
import { heldKey, writeKey } from '../device/kv.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { completeDueDiscards } from '../outbox/discard.ts';
import { releaseSetAside } from '../outbox/retry.ts';
import { requireProfile } from '../remote/profile.ts';
import { guestToken } from '../session/guest-token.ts';
import { askServer, isReachable } from './reach.ts';
import { memberToken } from '../session/tokens.ts';
import type { Replica } from '../replica/replica.ts';
import { isQuotaError, noteStorageTrouble } from '../device/storage-errors.ts';
import { accountOf, type Session } from '../session/session.ts';
import { clearFile } from '../powersync-workarounds/clear-file.ts';
import { createConnector } from '../upload/connector.ts';
import { watchConfirmation } from './confirm.ts';
import { createFlush } from '../upload/flush.ts';
import { keepCopy } from '../outbox/queue-copy.ts';
import { createPulse } from './pulse.ts';
import { isReplaced, rememberFile, restoreQueue } from '../outbox/restore-queue.ts';
import { reconcile, requeueStale } from '../outbox/results.ts';
import { sendBatch } from '../upload/send.ts';
import { readStatus } from './status.ts';
import { syncState, updateSyncState } from './status-store.ts';
import { createUploader } from '../upload/uploader.ts';
import { createWaker } from '../upload/waker.ts';
import { answersWithin, pingSyncWorker, rememberWorker, watchWorker } from '../powersync-workarounds/worker-watch.ts';

/** A connection attempt that says nothing this long counts as offline. */
const CONNECT_PATIENCE_MS = 6000;
/** Between two reconnects that were asked for, so that a burst of events makes one. */
const RECONNECT_PAUSE_MS = 2000;
/** The copy of the queue is a help; storage that does not answer must not keep the queue itself from going out. */
const COPY_PATIENCE_MS = 1000;

const exclusively =
  (name: string) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    // Web Locks need a secure context; a phone on a plain http address has one tab at a time.
    navigator.locks ? navigator.locks.request(name, work) : work();

/**
 * Connects an open database to its account's queue and streams. Returns at once; connecting goes on behind. `onDead`: the worker
 * that syncs has died; only opening the database again helps.
 */
export async function attach(db: CommonPowerSyncDatabase, session: Session, onDead: () => void): Promise<Replica> {
  const account = accountOf(session);
  const isSeen = () => document.visibilityState === 'visible';
  const { supabaseUrl, publishableKey, powersyncUrl } = endpoints();
  const leaving = new AbortController();
  const uploader =
    session.kind === 'member'
      ? createUploader({
          account,
          accessToken: async (refused) => {
            await requireProfile(session);
            return memberToken(session.userId, refused !== undefined);
          },
          send: async (batch, accessToken) => {
            // What was asked for once outlives page and file. A page that goes has no time for it.
            if (isSeen()) await answersWithin(COPY_PATIENCE_MS, async () => copy?.caughtUp());
            return sendBatch(batch, {
              supabaseUrl,
              publishableKey,
              accessToken,
              // A last call of a page that goes must outlive its closing.
              ...(isSeen() ? { signal: leaving.signal } : { keepalive: true }),
            });
          },
          onSettled: (ids) => copy?.settled(ids),
          onHeld: (ms) => writeKey(heldKey(account), Date.now() + ms),
          exclusively: exclusively(uploadLock(account)),
          waker: createWaker(),
          isReachable: async () => {
            if (leaving.signal.aborted) return false;
            if (syncState.get().phase === 'online') return true;
            return isReachable(powersyncUrl);
          },
        })
      : undefined;
  const syncToken = (fresh: boolean) =>
    session.kind === 'member' ? memberToken(session.userId, fresh) : guestToken(fresh);

  let copy: ReturnType<typeof keepCopy> | undefined;
  const flush = uploader && createFlush(db, account, uploader);

  let closed = false;
  let lastConnect = 0;
  let wasConnected = false;
  let lastSyncedAt: number | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    lastConnect = Date.now();
    rememberWorker(db);
    db.connect(createConnector({ powersyncUrl, syncToken, ...(uploader && { uploader }) }), {
      // Spread, so that a crowd that lost the server together does not return together.
      retryDelayMs: 2000 + Math.random() * 2000,
      crudUploadThrottleMs: 200,
    }).catch(() => updateSyncState({ phase: 'offline' }));
  };

  const pulse = createPulse({
    ask: (signal) => askServer(powersyncUrl, signal),
    isDue: () => isSeen() && syncState.get().phase === 'online',
    onSilence: () => updateSyncState({ phase: 'offline' }),
    // The stream of before may be dead without knowing it.
    onAnswer: () => connect(),
  });

  const workerWatch = watchWorker({ ping: () => pingSyncWorker(db), isVisible: isSeen, onDead });
  const confirmation = watchConfirmation(db, () => syncState.get().phase === 'online' && isSeen(), connect);

  const onStatus = () => {
    if (closed) return;
    if (db.currentStatus.downloadError) noteStorageTrouble(db.currentStatus.downloadError);
    const seen = readStatus(db.currentStatus, syncState.get());
    updateSyncState(pulse.isSilent ? { ...seen, phase: 'offline' } : seen);
    clearTimeout(patience);
    if (syncState.get().phase === 'connecting') {
      patience = setTimeout(() => {
        updateSyncState({ phase: 'offline' });
        // A new page is connected to a worker that froze under the one before, which takes the call and never makes it.
        void workerWatch.check();
      }, CONNECT_PATIENCE_MS);
    }
    if (db.currentStatus.connected && !wasConnected) uploader?.hurry();
    wasConnected = db.currentStatus.connected;
    // A checkpoint has been applied: it may be the one that confirms what was sent.
    const syncedAt = db.currentStatus.lastSyncedAt?.getTime();
    if (syncedAt !== lastSyncedAt) {
      void tidySafely();
      // Whole again.
      if (db.currentStatus.hasSynced && syncState.get().trouble !== 'full') updateSyncState({ trouble: null });
    }
    lastSyncedAt = syncedAt;
  };

  const tidy = async () => {
    if (closed) return;
    const sent = await db.getOptional(
      `SELECT 1 FROM outbox WHERE state = 'sent' OR (state = 'refused' AND attempts = 0)
       UNION ALL SELECT 1 FROM write_rejections LIMIT 1`,
    );
    if (sent) await db.writeTransaction(reconcile);
  };
  const tidySafely = () =>
    tidy().catch((error) => {
      noteStorageTrouble(error);
      console.debug('The outbox could not be tidied.', error);
    });

  const prepare = async () => {
    if (!(await isUploadRunning(account))) await db.writeTransaction(requeueStale);
    await completeDueDiscards({ account, db });
    await releaseSetAside(db);
    // Before the copy is made equal to the queue: of a file that is gone it is all there is.
    if (await isReplaced(db, account)) {
      await restoreQueue(db, account);
      const { trouble, fleeting } = syncState.get();
      if (trouble !== 'rebuilt' && !fleeting) updateSyncState({ trouble: 'evicted' });
    }
    await rememberFile(db, account);
    copy = keepCopy(db, account);
  };
  if (session.kind === 'member') {
    await prepare().catch((error) => {
      // Without a byte of room everything can still be read. The copy of the queue stays as it is.
      if (!isQuotaError(error)) throw error;
      noteStorageTrouble(error);
    });
  }
  const stopStatus = db.registerListener({ statusChanged: onStatus });
  const stopTidy = db.onChange(
    { onChange: tidySafely },
    { tables: ['posts', 'outbox', 'write_rejections'], throttleMs: 100, triggerImmediate: true },
  );
  updateSyncState(readStatus(db.currentStatus, { ...syncState.get(), phase: 'connecting' }));
  connect();
  onStatus();

  return {
    account,
    session,
    db,
    hurry(options) {
      uploader?.hurry(options);
      if (Date.now() - lastConnect > RECONNECT_PAUSE_MS) connect();
    },
    check() {
      pulse.check();
      void workerWatch.check();
    },
    async hide() {
      uploader?.hurry();
      await Promise.all([flush?.flush(), copy?.entrust()]);
    },
    async close({ wipe = false } = {}) {
      closed = true;
      // First: the worker waits for the page to let go, and would send what is thrown away here.
      if (wipe) await copy?.drop();
      // What is on its way is asked for again at the next opening, under the same ids.
      leaving.abort();
      pulse.stop();
      workerWatch.stop();
      confirmation.stop();
      clearTimeout(patience);
      stopStatus();
      stopTidy();
      flush?.stop();
      await copy?.close();
      uploader?.hurry({ insist: true });
      if (wipe) {
        await db.disconnect();
        await clearFile(db);
        await removeFromCopy(account).catch(() => {});
      }
      await db.close();
    },
  };
}

/** Another tab of this account is sending right now: its 'sending' rows are not stale. */
async function isUploadRunning(account: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === uploadLock(account));
}
