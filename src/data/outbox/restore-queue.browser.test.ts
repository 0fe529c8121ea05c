import { expect, test, vi } from 'vitest';
import { createPost } from '#features/posts/mutations.ts';
import { whenStore } from '#lib/store.ts';
import { boot } from '../first-screen/boot.ts';
import { SEEN_CACHE } from '../device/image-cache.ts';
import { closeReplica } from '../connection/lifecycle.ts';
import { logOut } from '../connection/log-out.ts';
import { openedReplica, replicaStore, setReplicaOpener } from '../replica/replica.ts';
import { storeSession } from '../session/stored-token.ts';
import { adoptSession, GUEST } from '../session/session.ts';
import { hideForDiscard } from './discard.ts';
import { readCopy } from './queue-copy-store.ts';

setReplicaOpener(() => import('../connection/lifecycle.ts'));

/** The reason of an attempt only for what was refused: the others may have been tried again after the log-in. */
const REASON = `CASE state WHEN 'refused' THEN last_error END AS last_error`;
const COLUMNS = `id, label, state, ${REASON}, attempts, is_local, uncertain, ops`;
const SQL = `SELECT ${COLUMNS} FROM outbox ORDER BY created_at, id`;

const write = (title: string) => createPost({ title, description: '', visibility: 'public' });

test('a log-out for later keeps the unsent actions as they are, and nothing else of the replica', async () => {
  const account = crypto.randomUUID();
  const logIn = async () => {
    adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
    await openedReplica();
    return (await whenStore(replicaStore, (replica) => replica?.account === account))!;
  };
  await boot();
  const { db } = await logIn();
  for (const title of ['Queued', 'Uncertain', 'Refused', 'Discarded'])
    expect(await write(title)).toMatchObject({ ok: true });
  await db.execute(`UPDATE outbox SET uncertain = 1, attempts = 2 WHERE label = 'Uncertain'`);
  await db.execute(`UPDATE outbox SET state = 'refused', last_error = 'No.', attempts = 1 WHERE label = 'Refused'`);
  const discarded = await db.get<{ id: string }>(`SELECT id FROM outbox WHERE label = 'Discarded'`);
  expect(await hideForDiscard(discarded.id)).toMatchObject({ ok: true });
  await db.execute(`INSERT INTO my_profile (id, username) VALUES (?, 'Only in the replica')`, [account]);
  const before = (await db.getAll<{ label: string }>(SQL)).filter(({ label }) => label !== 'Discarded');

  // The server takes its time to end the session, and the worker stores a picture that is still on screen.
  await storeSession({ access_token: 'a.b.c', refresh_token: 'r', expires_in: 3600, user: { id: account } });
  const send = globalThis.fetch;
  const ended = vi.fn();
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (typeof input !== 'string' || !input.endsWith('/auth/v1/logout?scope=local')) return send(input, init);
    ended(new Headers(init?.headers).get('authorization'));
    await (await caches.open(SEEN_CACHE)).put('/seen-meanwhile.webp', new Response('private'));
    return new Response(null, { status: 204 });
  });
  expect(await logOut('later')).toEqual({ ok: true });
  spy.mockRestore();
  expect(ended).toHaveBeenCalledExactlyOnceWith('Bearer a.b.c');
  expect(await caches.match('/seen-meanwhile.webp')).toBeUndefined();
  const root = await navigator.storage.getDirectory();
  await expect(root.getFileHandle(`rangeday-${account}.db`)).rejects.toMatchObject({ name: 'NotFoundError' });
  const copied = await readCopy(account);
  expect(copied.every((action) => action.kept)).toBe(true);
  const kept = JSON.stringify(copied);
  expect(kept).toContain('Refused');
  expect(kept).not.toContain('Only in the replica');
  expect(kept).not.toContain('Discarded');

  const again = await logIn();
  expect(await again.db.getAll(SQL)).toEqual(
    // An attempt that is under way has no meaning after a log-in.
    before.map((row) => (row.label === 'Uncertain' ? { ...row, attempts: 0 } : row)),
  );
  expect(await again.db.getAll('SELECT username FROM my_profile')).toEqual([]);
  await expect.poll(async () => (await readCopy(account)).some((action) => action.kept)).toBe(false);
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});
