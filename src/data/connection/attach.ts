import type { CommonPowerSyncDatabase } from '@powersync/common';
import { settlesWithin } from '#lib/within.ts';
import { nextCheck } from '../device/next-check.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { sendReports } from '../media/send-reports.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { clearFile } from '../powersync-workarounds/clear-file.ts';
import { connectSync, disconnectSync, pingSyncWorker } from '../powersync-workarounds/sync-worker.ts';
import { createWorkerCheck } from '../powersync-workarounds/worker-check.ts';
import { endpoints } from '../http/config.ts';
import type { Replica } from '../replica/replica.ts';
import { guestToken } from '../session/guest-token.ts';
import { accountOf, type Session } from '../session/session.ts';
import { memberToken } from '../session/tokens.ts';
import { createConnector, FLUSH_EVERY_MS } from '../upload/uploader.ts';
import { createAttempts, IDLE_AFTER_MS } from './attempts.ts';
import { createConfirmationCheck } from './confirmation-check.ts';
import { createHeartbeat } from '#lib/heartbeat.ts';
import { isVisible } from './is-visible.ts';
import { createMemberQueue } from './member-queue.ts';
import { lastAnswerAt, noteAnswer } from '../http/last-answer.ts';
import { askServer } from '../http/reach.ts';
import { createServerCheck } from './server-check.ts';
import { readStatus } from './status.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';
import { createReconciler } from './reconciler.ts';

/** After a connection attempt without a result for this long the server is asked whether it answers. */
const CONNECT_PATIENCE_MS = 3000;
/** Between two requested reconnects, so that a burst of events causes one. */
const RECONNECT_PAUSE_MS = 2000;
/** A worker that does not answer in this time has ended, or has nothing to end. */
const DISCONNECT_PATIENCE_MS = 1000;

const isOnline = () => syncState.get().phase === 'online';
const isConnecting = () => syncState.get().phase === 'connecting';

/**
 * Connects an open database to queue and streams. `onDeadWorker`: the sync worker is dead, so it must be opened again.
 */
export async function attach(
  db: CommonPowerSyncDatabase,
  session: Session,
  onDeadWorker: () => void,
): Promise<Replica> {
  const account = accountOf(session);
  const { powersyncUrl } = endpoints();
  const closing = new AbortController();
  const attempts = createAttempts();
  const server = createServerCheck({
    ask: (signal) => askServer(powersyncUrl, signal),
    isOnline,
    // Tabs share the stream: a hidden one whose request began before the network returned may have ended it.
    isIdle: () => attempts.isIdle(db.currentStatus),
    lastAnswerAt,
    onSilence: () => {
      attempts.forgive();
      updateSyncState({ phase: 'offline', isFailing: false });
      // It would try every two to four seconds, also in a hidden page.
      disconnectSync(db).catch(() => {});
    },
    // The previous stream may be stalled.
    onAnswer: (wasSilent) => {
      if (db.currentStatus.connecting && !wasSilent) attempts.giveUp();
      connect();
    },
    onNext: nextCheck.set,
  });
  const queue =
    session.kind === 'member' ? createMemberQueue(db, session, closing.signal, () => server.isSilent) : undefined;
  const syncToken = (refused?: string) =>
    session.kind === 'member' ? memberToken(session.userId, refused) : guestToken(refused);

  let isClosed = false;
  const connect = () => {
    attempts.request(isOnline());
    connectSync(db, createConnector({ powersyncUrl, syncToken, ...(queue && { uploader: queue.uploader }) }), {
      // Random, so that many devices that lost the server together do not return together.
      retryDelayMs: 2000 + Math.random() * 2000,
      crudUploadThrottleMs: 200,
    }).catch(() => updateSyncState({ phase: 'offline' }));
  };

  /** Whether the server was asked since the last change of the status. */
  let hasAsked = false;

  await queue?.prepare();
  const { reconcileNow, stop: stopTidying } = createReconciler(db);

  const heartbeat = createHeartbeat(
    {
      server,
      worker: createWorkerCheck({ ping: () => pingSyncWorker(db), onDead: onDeadWorker }),
      confirmation: createConfirmationCheck(db, isOnline, connect),
      // After a change of the status that leaves it 'connecting'; a hidden page asks once.
      connecting: {
        everyMs: () => {
          if (!isConnecting() || (hasAsked && !isVisible())) return Infinity;
          return hasAsked ? IDLE_AFTER_MS : CONNECT_PATIENCE_MS;
        },
        whenHidden: true,
        async run() {
          if (!isConnecting()) return;
          hasAsked = true;
          // Slow devices take longer to connect; only silence is offline. A new page may share a frozen worker that
          // never connects.
          heartbeat.check('server', 'worker');
        },
      },
      // PowerSync uploads only while its stream is open; uploads may work without it.
      flush: {
        everyMs: () => (queue ? FLUSH_EVERY_MS : Infinity),
        whenHidden: true,
        run: async () => {
          if (server.isSilent) return;
          queue?.media.kick();
          await queue?.flush();
        },
      },
    },
    isVisible,
  );

  let wasConnected = false;
  let lastSyncedAt: number | undefined;
  /** `lastSyncedAt` when the connection was opened. */
  let syncedBefore: number | undefined;
  let received: number | undefined;
  const onStatus = () => {
    if (isClosed) return;
    const operations = db.currentStatus.downloadProgress?.downloadedOperations;
    if (operations !== undefined && operations !== received) noteAnswer();
    received = operations;
    const { connected, downloadError, hasSynced, lastSyncedAt: syncedAt } = db.currentStatus;
    if (downloadError) noteStorageTrouble(downloadError);
    const before = syncState.get();
    attempts.follow(db.currentStatus);
    const status = readStatus(db.currentStatus, before, attempts.isReconnecting());
    updateSyncState(server.isSilent ? { ...status, phase: 'offline', isFailing: false } : status);
    hasAsked = false;
    heartbeat.restart('connecting');
    if (wasConnected && !connected) heartbeat.restart('server');
    if (connected && !wasConnected) {
      syncedBefore = syncedAt?.getTime();
      queue?.uploader.flush();
      if (queue) queue.media.kick({ isUrgent: true });
      else void sendReports(account, { isUrgent: true, signal: closing.signal });
    } else if (wasConnected && !connected) {
      queue?.media.drop();
      // Without an answer PowerSync stops trying, also where no heartbeat runs because the page is hidden.
      heartbeat.check('server');
    }
    wasConnected = connected;
    // A new checkpoint may confirm what was sent, and completes a rebuilt database.
    if (syncedAt?.getTime() !== lastSyncedAt) {
      void reconcileNow();
      // A post that files wait for may have arrived, or be complete.
      queue?.media.kick();
      if (hasSynced && syncState.get().trouble !== 'full') updateSyncState({ trouble: null });
    }
    lastSyncedAt = syncedAt?.getTime();
  };
  const stopStatus = db.registerListener({ statusChanged: onStatus });
  updateSyncState(readStatus(db.currentStatus, { ...syncState.get(), phase: 'connecting' }));
  connect();
  onStatus();

  return {
    account,
    session,
    db,
    flush({ force = false, reconnect = false } = {}) {
      queue?.uploader.flush({ force });
      queue?.media.kick({ isUrgent: force });
      void queue?.flush();
      // Another stream would close the open one, which looks like a lost network: so only a request.
      heartbeat.check('server');
      const isPaused = attempts.msSinceRequest() <= RECONNECT_PAUSE_MS;
      if (!server.isSilent && (reconnect || !isOnline()) && !isPaused) connect();
    },
    caughtUp: (signal) =>
      db.waitForStatus(
        (status) => status.connected && status.lastSyncedAt?.getTime() !== syncedBefore,
        AbortSignal.any([signal, closing.signal]),
      ),
    check() {
      attempts.ask();
      heartbeat.check('server', 'worker');
    },
    onPageHidden: async () => queue?.onPageHidden(),
    async close({ wipe = false, disconnect = false, after } = {}) {
      isClosed = true;
      // First: the service worker sends once this page stops, and must not find what is discarded here.
      if (wipe) await queue?.dropCopy();
      // Calls under way are repeated at the next opening, under the same ids.
      closing.abort();
      heartbeat.stop();
      nextCheck.set(null);
      stopStatus();
      stopTidying();
      await Promise.allSettled([after]);
      await queue?.close();
      if (wipe) {
        await disconnectSync(db);
        await clearFile(db);
        await removeFromCopy(account).catch(() => {});
      } else if (disconnect) {
        // The sync worker outlives the page's tabs and would retry every 2 s a database that no tab has open.
        await settlesWithin(DISCONNECT_PATIENCE_MS, disconnectSync(db));
      }
      await db.close();
    },
  };
}
