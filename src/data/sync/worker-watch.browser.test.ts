import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { createPost } from '#features/posts/mutations.ts';
import { whenStore } from '#lib/store.ts';
import { boot } from '../boot.ts';
import { outboxRows } from '../outbox.ts';
import { openedReplica, replicaStore } from '../replica.ts';
import { adoptSession } from '../session.ts';
import { closeReplica } from './lifecycle.ts';
import { syncState, updateSyncState } from './status-store.ts';
import { hasSyncWorker } from './worker-watch.ts';

/** Vitest leaves the commands of the DevTools protocol untyped. */
interface DevTools {
  send(method: string, params?: object): Promise<Record<string, unknown>>;
}

/** Ends the worker that syncs this account, as a system short of memory does: no event, no message. */
async function killSyncWorker(): Promise<void> {
  const devTools = cdp() as unknown as DevTools;
  const workers = async () => {
    const { targetInfos } = (await devTools.send('Target.getTargets')) as {
      targetInfos: { type: string; targetId: string }[];
    };
    return targetInfos.filter(({ type }) => type === 'shared_worker');
  };
  expect(await workers()).not.toEqual([]);
  for (const { targetId } of await workers()) {
    const { sessionId } = await devTools.send('Target.attachToTarget', { targetId, flatten: false });
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'self.close()' } });
    await devTools.send('Target.sendMessageToTarget', { sessionId, message });
  }
  await expect.poll(workers, { timeout: 10_000 }).toEqual([]);
}

test('a sync worker that was killed in silence is replaced, and the queue is as it was', async () => {
  const account = crypto.randomUUID();
  const stop = outboxRows.subscribe(() => {});
  await boot();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const before = (await openedReplica())!;
  expect(await createPost({ title: 'Still here', description: '', visibility: 'public' })).toMatchObject({ ok: true });
  await expect.poll(() => hasSyncWorker(before.db), { timeout: 20_000 }).toBe(true);

  await killSyncWorker();
  before.check();
  await whenStore(replicaStore, (replica) => replica === null);
  updateSyncState({ signInNeeded: false, phase: 'opening' });
  await whenStore(replicaStore, (replica) => replica !== null && replica !== before);
  const after = replicaStore.get()!;
  expect(after.account).toBe(account);
  // It syncs in the page now, and its attempts to connect are made and told: this member has no session.
  await whenStore(syncState, ({ phase, signInNeeded }) => phase === 'offline' && signInNeeded);
  expect(hasSyncWorker(after.db)).toBe(false);
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  expect(outboxRows.get().rows[0]).toMatchObject({ label: 'Still here', state: 'queued' });

  await closeReplica({ wipe: true });
  stop();
}, 60_000);
