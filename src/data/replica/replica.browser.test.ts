import { expect, test } from 'vitest';
import { createPost } from '#features/posts/mutations.ts';
import { whenStore } from '#lib/store.ts';
import { boot } from '../first-screen/boot.ts';
import { readKey, SESSION_KEY } from '../device/kv.ts';
import { outboxRows } from '../outbox/items.ts';
import { openedReplica, replicaStore, setReplicaOpener } from './replica.ts';
import { adoptSession, GUEST, adoptAndStore } from '../session/session.ts';
import { closeReplica } from '../connection/lifecycle.ts';
import { syncState } from '../device/sync-state.ts';

setReplicaOpener(() => import('../connection/lifecycle.ts'));

const member = (userId: string) => ({ kind: 'member', userId, email: 'a@example.test', username: 'alice' }) as const;

/** The replica of the account that is signed in. */
const replicaOf = (account: string) => whenStore(replicaStore, (replica) => replica?.account === account);

test('a post written without a server survives closing, and no other account sees it', async () => {
  const alice = crypto.randomUUID();
  const bob = crypto.randomUUID();
  await boot();
  await adoptAndStore(member(alice));
  expect(await readKey(SESSION_KEY)).toMatchObject({ userId: alice });

  const stop = outboxRows.subscribe(() => {});
  const replica = await openedReplica();
  expect(replica?.account).toBe(alice);
  expect(replica?.db.database.name).toBe(`rangeday-${alice}.db`);
  expect(await readKey(`vfs:${alice}`)).toBe('opfs');
  expect(await createPost({ title: 'No signal here', description: '', visibility: 'public' })).toMatchObject({
    ok: true,
  });
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  await whenStore(syncState, ({ phase }) => phase === 'offline');

  adoptSession(member(bob));
  expect(outboxRows.get().rows).toEqual([]);
  await replicaOf(bob);
  await whenStore(outboxRows, ({ ready }) => ready);
  expect(outboxRows.get().rows).toEqual([]);
  expect(await replicaStore.get()!.db.getAll('SELECT id FROM posts')).toEqual([]);

  adoptSession(member(alice));
  await replicaOf(alice);
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  expect(outboxRows.get().rows[0]).toMatchObject({ label: 'No signal here' });

  stop();
  adoptSession(GUEST);
  await replicaOf('guest');
  await closeReplica({ wipe: true });
  expect(replicaStore.get()).toBeNull();
});
