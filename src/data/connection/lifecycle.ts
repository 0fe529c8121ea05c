import { within } from '#lib/within.ts';
import { deleteDatabase, giveUpFile, openDatabase } from '../replica/database.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { publishReplica, type Replica, replicaStore } from '../replica/replica.ts';
import { accountOf, type Session, sessionStore } from '../session/session.ts';
import { damageReports } from '../device/storage-errors.ts';
import { flushSnapshot, keepSnapshot, showSnapshotOf } from '../first-screen/snapshot.ts';
import { attach } from './attach.ts';
import { clearFile } from '../powersync-workarounds/clear-file.ts';
import { forgetFile } from '../outbox/restore-queue.ts';
import { declarePage, takeBackLocks } from '../powersync-workarounds/dead-locks.ts';
import { OPENING, syncState, updateSyncState } from './status-store.ts';
import { answersWithin, pingSyncWorker } from '../powersync-workarounds/worker-watch.ts';

let turn: Promise<void> = Promise.resolve();

/** One opening or closing at a time, in the order asked. */
const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work, work));

/** Until the next load of the page: a browser whose worker died may connect the next one to the dead. */
let isShared = true;

/**
 * What one tab finds dead is dead for all: a worker that froze may hold the database by way of any tab's own worker, which that tab
 * alone can end. And a tab that is not seen does not look for itself.
 */
let deaths: BroadcastChannel | undefined;

function heedDeaths(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  deaths = new BroadcastChannel('rangeday-dead-worker');
  deaths.onmessage = ({ data }) => void (data === account && isShared && syncInPage());
}

/** Opens the database again without the sync worker, which has died or frozen, in every tab. */
export function leaveWorker(): Promise<void> {
  deaths?.postMessage(account);
  return syncInPage();
}

function leaveShared(): void {
  isShared = false;
  declarePage();
}

function syncInPage(): Promise<void> {
  leaveShared();
  return reopen(letGo, DEAD_PATIENCE_MS);
}

/** Between two tries to open a database where none could be opened. */
const RETRY_MS = 5000;

async function open(session: Session): Promise<void> {
  const account = accountOf(session);
  if (replicaStore.get()?.account === account || accountOf(sessionStore.get()) !== account) return;
  await closeCurrent();
  try {
    const db = await openDatabase(account, isShared);
    if (syncState.get().trouble === 'full') updateSyncState({ trouble: null });
    publishReplica(await attach(db, session, () => void leaveWorker()));
  } catch (error) {
    console.debug('The replica could not be opened.', error);
    updateSyncState({ phase: 'unavailable' });
    // In memory at least it opens anywhere: on a first visit the network went away before SQLite was here.
    setTimeout(() => void inTurn(() => open(sessionStore.get())), RETRY_MS);
  }
}

/**
 * A worker that no longer answers, or has only begun to open the file, would never let go (powersync-js#1108): leaving must not wait
 * for it, or no account could be opened any more.
 */
const CLOSE_PATIENCE_MS = 3000;
/** For what has been found dead already: long enough to bring the copy of the queue up to date. */
const DEAD_PATIENCE_MS = 1000;

/** Of the sync worker; false where there is none. */
export const isWorkerSilent = async ({ db }: Replica): Promise<boolean> =>
  !(await answersWithin(CLOSE_PATIENCE_MS, () => pingSyncWorker(db)));

/** False when it failed or took too long. */
const patiently = (work: Promise<unknown>, patienceMs = CLOSE_PATIENCE_MS): Promise<boolean> =>
  within(
    patienceMs,
    work.then(
      () => true,
      () => false,
    ),
    false,
  );

async function closeCurrent(): Promise<void> {
  const replica = replicaStore.get();
  if (!replica) return;
  publishReplica(null);
  if (!(await patiently(replica.close()))) await endFile(replica);
}

/** A stream that was silent in the background may be dead without knowing it. */
const STALE_AFTER_MS = 45_000;
/** Phones wake the page before the network. */
const RESUME_DELAY_MS = 1000;

function onResume(): void {
  const hiddenFor = Date.now() - hiddenSince;
  setTimeout(() => {
    const replica = replicaStore.get();
    if (!replica) return void inTurn(() => open(sessionStore.get()));
    replica.check();
    if (!replica.db.connected || hiddenFor > STALE_AFTER_MS) replica.hurry();
  }, RESUME_DELAY_MS);
}

let hiddenSince = Date.now();

function listen(): void {
  addEventListener('online', () => replicaStore.get()?.hurry());
  addEventListener('offline', () => replicaStore.get()?.check());
  addEventListener('focus', () => replicaStore.get()?.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return onResume();
    hiddenSince = Date.now();
    void flushSnapshot();
    void replicaStore.get()?.hide?.();
  });
  // Safari keeps the file locked for a page in its back-forward cache.
  addEventListener('pagehide', () => {
    void flushSnapshot();
    void inTurn(closeCurrent);
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) onResume();
  });
}

/** Closing asks the sync worker to let go, and waits for it. Where that is dead, this ends the file's own worker. */
async function endFile({ db }: Replica): Promise<void> {
  leaveShared();
  await patiently(Promise.resolve(db.database.close()));
}

/** As `endFile`, for what the dead one would keep from the next client. */
async function letGo(replica: Replica): Promise<void> {
  await endFile(replica);
  await takeBackLocks(replica.db.database.name);
}

/** Tries once more where no database could be opened: there may be room now, or the other tab is gone. */
export const tryAgain = (): Promise<void> => inTurn(() => open(sessionStore.get()));

/** Closes what is open, or lets go of it, and opens the account's database again. `before` runs while nothing is open. */
const reopen = (before: (closed: Replica) => Promise<unknown>, patienceMs?: number): Promise<void> =>
  inTurn(async () => {
    const replica = replicaStore.get();
    if (!replica) return;
    publishReplica(null);
    await patiently(replica.close(), patienceMs);
    await before(replica);
    await open(sessionStore.get());
  });

let rebuilding = false;

/** Every query fails at once on a damaged file: one rebuild answers them all. */
async function rebuild(): Promise<void> {
  if (rebuilding) return;
  rebuilding = true;
  await reopen(({ account }) => giveUpFile(account));
  rebuilding = false;
}

let account: string | undefined;

/** Opens the replica of whoever is signed in, and again whenever that changes. */
export function followSession(): void {
  listen();
  heedDeaths();
  account = accountOf(sessionStore.get());
  sessionStore.subscribe(() => {
    const session = sessionStore.get();
    // A change of the name alone needs no new database.
    if (accountOf(session) === account) return;
    account = accountOf(session);
    syncState.set({ ...OPENING, fleeting: syncState.get().fleeting });
    void showSnapshotOf(account);
    void inTurn(() => open(session));
  });
  syncState.subscribe(() => {
    const { updatedAt } = syncState.get();
    const replica = replicaStore.get();
    if (replica && updatedAt) keepSnapshot(replica.account, { updatedAt: updatedAt.toISOString() });
  });
  damageReports.subscribe(() => void rebuild());
  void inTurn(() => open(sessionStore.get()));
}

/** Empties what did not close, in case its file cannot be deleted, and ends it. */
async function forceWipe(replica: Replica): Promise<void> {
  await removeFromCopy(replica.account).catch(() => {});
  // PowerSync's own way to clear waits for the worker first. Who streams still has had its time.
  await patiently(clearFile(replica.db, 0));
  await letGo(replica);
}

/** Log-out: closes the open database, and with `wipe` deletes it, or that of `account` where none could be opened. */
export const closeReplica = ({ wipe, account: leaving }: { wipe: boolean; account?: string }): Promise<void> =>
  inTurn(async () => {
    const replica: Replica | null = replicaStore.get();
    const left = replica?.account ?? leaving;
    publishReplica(null);
    const closed = !replica || (await patiently(replica.close({ wipe })));
    if (!closed) await (wipe ? forceWipe : letGo)(replica);
    if (!wipe || !left) return;
    await forgetFile(left);
    await deleteDatabase(left);
  });
