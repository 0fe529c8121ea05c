import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { drawnWithRows, type DrawnPage, storeDrawnPage, revisionFor } from '#data/first-screen/drawn-page.ts';
import { flushSnapshot, storeSnapshot, snapshotStore } from '#data/first-screen/snapshot.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, type Replica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { keysOfMessages } from '#features/messages/queries.ts';
import { queryOfKey } from '#features/replica/use-live.ts';
import { dropWhenChanged } from './store-messages.tsx';

const BOB = '018f0000-0000-7000-8000-000000000002';
const CLEO = '018f0000-0000-7000-8000-000000000003';
setReplicaOpener(() => import('#data/connection/lifecycle.ts'));

let account: string;
let replica: Replica;

/** A message to the member. */
const receive = (sender: string) =>
  showRow(replica.db, 'private_messages', crypto.randomUUID(), {
    ...{ sender_id: sender, recipient_id: account, content: 'Bay 4.', read: 1 },
    created_at: new Date().toISOString(),
  });
const setThread = (id: string, unread: number) =>
  showRow(replica.db, 'threads_index', id, { author: '{"username":"x"}', unread, message_count: 1, last_sent_at: '2' });

/** Stores both pages as the database has them. */
async function keepPages(): Promise<void> {
  const snapshot = snapshotStore.get()!;
  for (const [path, userId] of [
    ['/messages', undefined],
    [`/messages/${BOB}`, BOB],
  ] as const) {
    const rows: DrawnPage['rows'] = await Promise.all(
      keysOfMessages(account, userId, !userId).map(async (key) => ({
        key,
        rows: await replica.db.getAll(...queryOfKey(key)),
      })),
    );
    const page = { v: 2 as const, account, path, build: '/a.js', look: 'narrow', sheets: [], markup: '', rows };
    await storeDrawnPage({ ...page, revision: revisionFor(path, snapshot) ?? '' });
  }
}
const stored = async () => (await drawnWithRows(account)).map(({ path }) => path);

beforeEach(async () => {
  account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const opened = await openedReplica();
  if (!opened) throw new Error('No database was opened.');
  replica = opened;
  storeSnapshot(account, { updatedAt: new Date().toISOString() });
  await flushSnapshot();
  await setThread(BOB, 0);
  await receive(BOB);
  await keepPages();
  dropWhenChanged(replica);
});
afterEach(async () => {
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('a stored thread is deleted when a message arrives in it, and not for one in another', async () => {
  await receive(CLEO);
  await setThread(CLEO, 1);
  // The inbox shows that one.
  await vi.waitFor(async () => expect(await stored()).toEqual([`/messages/${BOB}`]));
  await receive(BOB);
  await vi.waitFor(async () => expect(await stored()).toEqual([]));
});

test('the stored inbox and thread are deleted when their member is blocked', async () => {
  expect(await stored()).toHaveLength(2);
  await showRow(replica.db, 'blocks', crypto.randomUUID(), { blocked_id: BOB });
  await vi.waitFor(async () => expect(await stored()).toEqual([]));
});
