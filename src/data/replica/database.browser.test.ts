import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPost } from '#features/posts/mutations.ts';
import { whenStore } from '#lib/store.ts';
import { boot } from '../first-screen/boot.ts';
import { removeKey, writeKey } from '../device/kv.ts';
import { removeFromCopy } from '../outbox/queue-copy-store.ts';
import { outboxRows } from '../outbox/items.ts';
import { entriesAfter } from './powersync-tables.ts';
import { openedReplica, replicaStore, setReplicaOpener } from './replica.ts';
import { adoptSession, GUEST } from '../session/session.ts';
import { damageReports } from '../device/storage-trouble.ts';
import { closeReplica } from '../connection/lifecycle.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';

setReplicaOpener(() => import('../connection/lifecycle.ts'));

const TITLE = 'Written before the trouble';
const replicaOf = (account: string) => whenStore(replicaStore, (replica) => replica?.account === account);
const fileOf = async (account: string) => ({
  root: await navigator.storage.getDirectory(),
  name: `rangeday-${account}.db`,
});

let account: string;
let stop: () => void;

/** An account with one queued post and a closed database. */
beforeEach(async () => {
  account = crypto.randomUUID();
  stop = outboxRows.subscribe(() => {});
  await boot();
  updateSyncState({ trouble: null });
  await comeBack();
  expect(await createPost({ title: TITLE, description: '', visibility: 'public' })).toMatchObject({ ok: true });
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  // The copy follows the commit; closing waits for it.
  adoptSession(GUEST);
  await replicaOf('guest');
});
afterEach(async () => {
  await closeReplica({ wipe: true });
  stop();
});

async function comeBack(): Promise<void> {
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  await openedReplica();
  await replicaOf(account);
}

async function expectKept(): Promise<void> {
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  expect(outboxRows.get().rows[0]).toMatchObject({ label: TITLE, kind: 'post', state: 'queued' });
  const { db } = replicaStore.get()!;
  expect(await db.getAll('SELECT title FROM posts')).toEqual([{ title: TITLE }]);
  expect(await entriesAfter(db, 0)).toHaveLength(1);
}

test('the worker that syncs starts while the file is being opened, and PowerSync uses that one', async () => {
  const started: string[] = [];
  const { SharedWorker: original } = globalThis;
  vi.stubGlobal(
    'SharedWorker',
    class extends original {
      constructor(url: string | URL, options: WorkerOptions) {
        super(url, options);
        if (options.name?.includes(account)) started.push(`${String(url)} ${options.name} ${options.type}`);
      }
    },
  );
  const opening = comeBack();
  await vi.waitFor(() => expect(started).toHaveLength(1));
  expect(replicaStore.get()).toBeNull();
  await opening;
  await vi.waitFor(() => expect(started).toHaveLength(2));
  expect(started[1]).toBe(started[0]);
  vi.unstubAllGlobals();
});

test('a damaged file is abandoned, and its queue is restored in a new one', async () => {
  const { root, name } = await fileOf(account);
  const writable = await (await root.getFileHandle(name)).createWritable({ keepExistingData: true });
  await writable.write({ type: 'write', position: 0, data: new Uint8Array(200_000).fill(7) });
  await writable.close();
  await comeBack();
  await expectKept();
  expect(syncState.get().trouble).toBe('rebuilt');
});

test('damage that is found while the app is open causes one rebuild, however many queries fail', async () => {
  await comeBack();
  const before = replicaStore.get();
  for (let failed = 0; failed < 3; failed += 1) damageReports.set(damageReports.get() + 1);
  await whenStore(replicaStore, (replica) => replica !== null && replica !== before);
  await expectKept();
  expect(replicaStore.get()!.db.database.name).toBe(`rangeday-${account}-1.db`);
});

test('the newest file is found after IndexedDB alone was cleared', async () => {
  await comeBack();
  const before = replicaStore.get();
  damageReports.set(damageReports.get() + 1);
  await whenStore(replicaStore, (replica) => replica !== null && replica !== before);
  await expectKept();
  adoptSession(GUEST);
  await replicaOf('guest');
  await Promise.all([`generation:${account}`, `vfs:${account}`, `database-id:${account}`].map(removeKey));
  await removeFromCopy(account);
  await comeBack();
  await expectKept();
  expect(replicaStore.get()!.db.database.name).toBe(`rangeday-${account}-1.db`);
});

test('the queue is restored after the browser cleared the file', async () => {
  const { root, name } = await fileOf(account);
  await root.removeEntry(name);
  await comeBack();
  await expectKept();
  expect(syncState.get().trouble).toBe('evicted');
});

test('a cleared file that an earlier worker still has open is abandoned for a new one', async () => {
  const { root, name } = await fileOf(account);
  await root.removeEntry(name);
  const held = await (await root.getFileHandle(name, { create: true })).createWritable();
  await comeBack();
  await expectKept();
  expect(replicaStore.get()!.db.database.name).toBe(`rangeday-${account}-1.db`);
  await held.abort();
}, 30_000);

test('a log-out also deletes the file of an account whose database is not open', async () => {
  const { root, name } = await fileOf(account);
  await closeReplica({ wipe: false });
  await root.getFileHandle(name);
  await closeReplica({ wipe: true, account });
  await expect(root.getFileHandle(name)).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a database in memory loses nothing, so nothing is said to be lost, and the next file has the queue', async () => {
  const other = crypto.randomUUID();
  // As when no file opened in time on a busy machine.
  await writeKey(`vfs:${other}`, 'memory');
  adoptSession({ kind: 'member', userId: other, email: 'b@example.test', username: 'bob' });
  await openedReplica();
  await replicaOf(other);
  expect(replicaStore.get()!.db.database.name).toContain('-memory');
  expect(await createPost({ title: TITLE, description: '', visibility: 'public' })).toMatchObject({ ok: true });
  await whenStore(outboxRows, ({ rows }) => rows.length === 1);
  expect(syncState.get().fleeting).toBe(false);
  adoptSession(GUEST);
  await replicaOf('guest');

  await removeKey(`vfs:${other}`);
  adoptSession({ kind: 'member', userId: other, email: 'b@example.test', username: 'bob' });
  await openedReplica();
  await replicaOf(other);
  expect(replicaStore.get()!.db.database.name).toBe(`rangeday-${other}.db`);
  await expectKept();
  expect(syncState.get().trouble).toBeNull();
});

test('a value that was replaced or deleted is not left in the file', async () => {
  await comeBack();
  const { db } = replicaStore.get()!;
  const { root, name } = await fileOf(account);
  const traces = async () => {
    const found: string[] = [];
    for (const suffix of ['', '-journal', '-wal']) {
      const handle = await root.getFileHandle(`${name}${suffix}`).catch(() => null);
      // A file that SQLite has written to since `getFile` cannot be read.
      const bytes = handle && (await vi.waitFor(async () => (await handle.getFile()).arrayBuffer()));
      if (bytes && new TextDecoder('latin1').decode(bytes).includes('Hidden')) found.push(suffix);
    }
    return found;
  };
  // Several rows in each page: of a page that is freed as a whole, nothing is overwritten.
  await db.execute('CREATE TABLE seen (id INTEGER PRIMARY KEY, data TEXT)');
  const write = (name: string, condition = 'true') =>
    db.execute(
      `WITH RECURSIVE member(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM member WHERE n < 300)
       INSERT OR REPLACE INTO seen (id, data)
       SELECT n, json_object('name', ?, 'about', hex(zeroblob((n * 37) % 400))) FROM member WHERE ${condition}`,
      [name],
    );
  await write('Hidden');
  expect(await traces()).toContain('');
  await write('');
  expect(await traces()).toEqual([]);
  await write('Hidden', 'n % 3 = 0');
  expect(await traces()).toContain('');
  await db.execute('DELETE FROM seen WHERE id % 3 = 0');
  expect(await traces()).toEqual([]);
});
