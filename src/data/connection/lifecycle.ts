import { succeedsWithin } from '#lib/within.ts';
import { damageReports } from '../device/storage-trouble.ts';
import { showSnapshotOf } from '../first-screen/next-snapshot.ts';
import { storeSnapshot } from '../first-screen/snapshot.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { forgetFile } from '../outbox/restore-queue.ts';
import { CLOSE_PATIENCE_MS, forceClose, forceWipe, terminateFileWorker } from '../powersync-workarounds/force-close.ts';
import { OpenTimeout } from '../powersync-workarounds/open-timeout.ts';
import {
  announceDeadWorker,
  disableSharedWorker,
  isSharedWorkerEnabled,
  listenForDeadWorkers,
} from '../powersync-workarounds/shared-worker.ts';
import { openDatabase } from '../replica/database.ts';
import { abandonFile, deleteDatabase } from '../replica/database-files.ts';
import { publishReplica, type Replica, replicaStore } from '../replica/replica.ts';
import { accountOf, type Session, sessionStore } from '../session/session.ts';
import { attach } from './attach.ts';
import { listenToPage } from './page-events.ts';
import { OPENING, syncState, updateSyncState } from '../device/sync-state.ts';

/** The account whose database is open, or being opened. */
let account: string | undefined;
let lastTask: Promise<void> = Promise.resolve();

/** One opening or closing at a time, in the order requested. */
const serialize = (work: () => Promise<void>): Promise<void> => (lastTask = lastTask.then(work, work));

const RETRY_MS = 5000;

async function open(session: Session): Promise<void> {
  const owner = accountOf(session);
  if (replicaStore.get()?.account === owner || accountOf(sessionStore.get()) !== owner) return;
  const isGuests = replicaStore.get()?.session.kind === 'guest';
  if (!isGuests) await closeCurrent({ disconnect: true });
  const opening = openDatabase(owner, isSharedWorkerEnabled());
  // A guest's file stays open until then: the browser compiles SQLite again when no worker uses it.
  const closing = isGuests && closeCurrent({ disconnect: true, after: opening });
  try {
    const db = await opening;
    if (syncState.get().trouble === 'full') updateSyncState({ trouble: null });
    publishReplica(await attachOrClose(db, session));
  } catch (error) {
    console.debug('The replica could not be opened.', error);
    // Storage that is slow to answer has refused nothing.
    if (!(error instanceof OpenTimeout)) updateSyncState({ phase: 'unavailable' });
    // The first visit may have gone offline before SQLite was loaded. A database in memory always opens.
    setTimeout(() => void tryAgain(), RETRY_MS);
  }
  await closing;
}

/** Otherwise each new attempt would leave a worker behind. */
async function attachOrClose(db: Awaited<ReturnType<typeof openDatabase>>, session: Session): Promise<Replica> {
  try {
    return await attach(db, session, () => void abandonWorker());
  } catch (error) {
    if (!(await succeedsWithin(CLOSE_PATIENCE_MS, db.close()))) await terminateFileWorker(db);
    throw error;
  }
}

/** Opens the database unless it is open: space may be free now, or another tab may have closed it. */
export const tryAgain = (): Promise<void> => serialize(() => open(sessionStore.get()));

async function closeCurrent(options?: { disconnect: boolean; after?: Promise<unknown> }): Promise<void> {
  const replica = replicaStore.get();
  if (!replica) return;
  publishReplica(null);
  const closed = replica.close(options);
  await Promise.allSettled([options?.after]);
  if (!(await succeedsWithin(CLOSE_PATIENCE_MS, closed))) await terminateFileWorker(replica.db);
}

/** Closes the database, or gives up after `patienceMs`, runs `between`, and opens it again. */
const reopen = (between: (closed: Replica) => Promise<unknown>, patienceMs = CLOSE_PATIENCE_MS): Promise<void> =>
  serialize(async () => {
    const replica = replicaStore.get();
    if (!replica) return;
    publishReplica(null);
    await succeedsWithin(patienceMs, replica.close());
    await between(replica);
    await open(sessionStore.get());
  });

/** For a worker that is known to be dead: enough to bring the copy of the queue up to date. */
const DEAD_PATIENCE_MS = 1000;

function syncInPage(): Promise<void> {
  disableSharedWorker();
  return reopen(({ db }) => forceClose(db), DEAD_PATIENCE_MS);
}

/** Opens the database again, in every tab, without the sync worker, which is dead or frozen. */
export function abandonWorker(): Promise<void> {
  if (account) announceDeadWorker(account);
  return syncInPage();
}

let isRebuilding = false;

/** On a damaged file every query fails at once: one rebuild answers all these reports. */
async function rebuild(): Promise<void> {
  if (isRebuilding) return;
  isRebuilding = true;
  await reopen((closed) => abandonFile(closed.account));
  isRebuilding = false;
}

/** Opens the replica of the signed-in account, and again after each change of the account. */
export function followSession(): void {
  listenToPage({ open: tryAgain, close: () => serialize(() => closeCurrent()) });
  listenForDeadWorkers((owner) => {
    if (owner === account && isSharedWorkerEnabled()) void syncInPage();
  });
  account = accountOf(sessionStore.get());
  sessionStore.subscribe(() => {
    const session = sessionStore.get();
    // A new username needs no other database.
    if (accountOf(session) === account) return;
    account = accountOf(session);
    syncState.set({ ...OPENING, fleeting: syncState.get().fleeting });
    void showSnapshotOf(session);
    void serialize(() => open(session));
  });
  syncState.subscribe(() => {
    const { updatedAt } = syncState.get();
    const replica = replicaStore.get();
    if (replica && updatedAt) storeSnapshot(replica.account, { updatedAt: updatedAt.toISOString() });
  });
  damageReports.subscribe(() => void rebuild());
  void tryAgain();
}

/** For a log-out. `wipe` also deletes the database: the open one, or that of `account` if none could be opened. */
export const closeReplica = ({ wipe, account: owner }: { wipe: boolean; account?: string }): Promise<void> =>
  serialize(async () => {
    const replica: Replica | null = replicaStore.get();
    const closed = replica?.account ?? owner;
    publishReplica(null);
    if (replica && !(await succeedsWithin(CLOSE_PATIENCE_MS, replica.close({ wipe })))) {
      if (wipe) {
        await removeFromCopy(replica.account).catch(() => {});
        await forceWipe(replica.db);
      } else await forceClose(replica.db);
    }
    if (!wipe || !closed) return;
    await forgetFile(closed);
    await deleteDatabase(closed);
  });
