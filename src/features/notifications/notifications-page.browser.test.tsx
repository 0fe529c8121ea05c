import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { NotificationsPage } from './notifications-page.tsx';

beforeEach(() => setReplicaOpener(() => import('#data/connection/lifecycle.ts')));
afterEach(async () => {
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('the end of a long list says that it has the newest notifications only', async () => {
  const user_id = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: user_id, email: 'a@example.test', username: 'alice' });
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  const data = JSON.stringify({ message: 'You are an admin now.' });
  const row = { user_id, type: 'promotion', data, is_read: 1, created_at: '2026-11-21T10:00:00Z' };
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
  await replica.db.writeTransaction(async (tx) => {
    for (const id of ids) await showRow(tx, 'notifications', id, row);
  });
  await render(<NotificationsPage />);
  await expect.element(page.getByText('Only your newest 200 notifications are listed.')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(200);
  await replica.db.writeTransaction(async (tx) => {
    for (const id of ids.slice(3)) await showRow(tx, 'notifications', id, null);
  });
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(3);
  expect(page.getByText('Only your newest 200 notifications are listed.').elements()).toEqual([]);
});
