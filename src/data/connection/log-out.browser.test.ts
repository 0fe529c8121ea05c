import { expect, test } from 'vitest';
import { createPost } from '#features/posts/mutations.ts';
import { boot } from '../first-screen/boot.ts';
import { readCopy } from '../outbox/queue-copy-store.ts';
import { openedReplica, replicaStore, setReplicaOpener } from '../replica/replica.ts';
import { adoptSession } from '../session/session.ts';
import { closeReplica } from './lifecycle.ts';
import { killSyncWorker } from '../powersync-workarounds/testing/kill-sync-worker.ts';
import { hasSyncWorker } from '../powersync-workarounds/sync-worker.ts';

setReplicaOpener(() => import('./lifecycle.ts'));

// In a file of its own: after a dead worker the page syncs itself until its next load.
test('a log-out does not wait for a killed sync worker, and leaves no file', async () => {
  const account = crypto.randomUUID();
  const file = `rangeday-${account}.db`;
  const root = await navigator.storage.getDirectory();
  await boot();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const { db } = (await openedReplica())!;
  expect(await createPost({ title: 'Not for others', description: '', visibility: 'public' })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => hasSyncWorker(db), { timeout: 20_000 }).toBe(true);
  await expect.poll(async () => (await readCopy(account)).length).toBe(1);
  await root.getFileHandle(file);

  await killSyncWorker();
  await closeReplica({ wipe: true });
  expect(replicaStore.get()).toBeNull();
  await expect(root.getFileHandle(file)).rejects.toMatchObject({ name: 'NotFoundError' });
  expect(await readCopy(account)).toEqual([]);
}, 60_000);
