import { expect, test, vi } from 'vitest';
import { createPost } from '#features/posts/mutations.ts';
import { whenStore } from '#lib/store.ts';
import { boot } from '../first-screen/boot.ts';
import { outboxRows } from '../outbox/items.ts';
import { openedReplica, replicaStore, setReplicaOpener } from '../replica/replica.ts';
import { adoptSession } from '../session/session.ts';
import { closeReplica } from '../connection/lifecycle.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';
import { killSyncWorker } from './testing/kill-sync-worker.ts';
import { hasSyncWorker } from './sync-worker.ts';
import type * as WorkerCheck from './worker-check.ts';

// The app waits 5 s for each of two replies.
vi.mock('./worker-check.ts', async (load) => {
  const { createWorkerCheck } = await load<typeof WorkerCheck>();
  return {
    createWorkerCheck: (parts: Parameters<typeof createWorkerCheck>[0]) =>
      createWorkerCheck({ ...parts, patienceMs: 1000 }),
  };
});

/** Requests for an answer of the server fail only when the test ends them. */
const requests = vi.hoisted(() => {
  const pending: ((error: Error) => void)[] = [];
  return {
    ask: () => new Promise<never>((_, reject) => void pending.push(reject)),
    endAll: () => pending.splice(0).forEach((reject) => reject(new Error('No answer.'))),
  };
});
vi.mock('../http/reach.ts', () => ({ askServer: requests.ask, isReachable: () => Promise.resolve(false) }));

setReplicaOpener(() => import('../connection/lifecycle.ts'));

test('a killed sync worker is replaced by sync in the page, and the queue is kept', async () => {
  const account = crypto.randomUUID();
  const stop = outboxRows.subscribe(() => {});
  await boot();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const before = (await openedReplica())!;
  expect(await createPost({ title: 'Still here', description: '', visibility: 'public' })).toMatchObject({ ok: true });
  await expect.poll(() => hasSyncWorker(before.db), { timeout: 20_000 }).toBe(true);
  // It has tried to connect: this member has no session.
  await whenStore(syncState, ({ signInNeeded }) => signInNeeded);

  await killSyncWorker();
  // Nothing answers: the app ends the stream. PowerSync drops its reference first, and then waits for the dead worker.
  before.flush();
  requests.endAll();
  await expect.poll(() => hasSyncWorker(before.db), { timeout: 10_000 }).toBe(false);
  before.check();
  await whenStore(replicaStore, (replica) => replica === null);
  updateSyncState({ signInNeeded: false, phase: 'opening' });
  await whenStore(replicaStore, (replica) => replica !== null && replica !== before);
  const after = replicaStore.get()!;
  expect(after.account).toBe(account);
  // It syncs in the page now, and reports its attempts to connect.
  await whenStore(syncState, ({ phase, signInNeeded }) => phase === 'offline' && signInNeeded);
  expect(hasSyncWorker(after.db)).toBe(false);
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  expect(outboxRows.get().rows[0]).toMatchObject({ label: 'Still here', state: 'queued' });

  await closeReplica({ wipe: true });
  stop();
}, 60_000);
