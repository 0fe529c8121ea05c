import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { InboxPage } from './inbox-page.tsx';

beforeEach(() => setReplicaOpener(() => import('#data/connection/lifecycle.ts')));
afterEach(async () => {
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('offline, the inbox says which part of its conversations is on this device', async () => {
  const account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  const says = (text: string) =>
    vi.waitFor(() => {
      // Without a server the connection reports that nothing has synced, again and again.
      updateSyncState({ phase: 'offline', synced: true });
      expect(page.getByText(text, { exact: true }).elements()).toHaveLength(1);
    });
  const thread = (id: string, username: string, message_count: number) =>
    showRow(replica.db, 'threads_index', id, {
      author: JSON.stringify({ username }),
      unread: 0,
      last_sent_at: '2026-11-21T10:00:00Z',
      message_count,
    });
  const [bob, cat] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const sender_id of [bob, cat]) {
    const row = { sender_id, recipient_id: account, content: 'Bay 4.', read: 1, created_at: '2026-11-21T10:00:00Z' };
    await showRow(replica.db, 'private_messages', crypto.randomUUID(), row);
  }
  await thread(bob, 'bob', 1);
  await render(<InboxPage />);
  await says('This conversation is on this device.');
  await thread(cat, 'cat', 600);
  await says(
    'All 2 conversations are on this device, with the newest messages. Older messages load when you are online.',
  );
  await thread(cat, 'cat', 1);
  await says('All 2 conversations are on this device.');
});
