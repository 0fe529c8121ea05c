import { afterEach, expect, test, vi } from 'vitest';
import { NOTIFICATIONS_LOCK } from '#contract/locks.ts';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { closeNotificationsOfRead } from './close-read.ts';

const BOB = '018f0000-0000-7000-8000-000000000002';

let end = (): void => {};

afterEach(async () => {
  end();
  vi.restoreAllMocks();
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

async function openMember() {
  const account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  const message = (id: string, read: number) =>
    showRow(replica.db, 'private_messages', id, {
      ...{ sender_id: BOB, recipient_id: account, content: 'Bay 4.', created_at: '2026-11-21T10:00:00Z' },
      read,
    });
  return { account, db: replica.db, message };
}

/** Only what the function under test uses. */
function register(getNotifications: () => Promise<unknown[]>): void {
  const registration = { getNotifications } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
}

test('the notification of what becomes read, also on another device, is closed; others stay', async () => {
  const { account, db, message } = await openMember();
  const ids = { read: crypto.randomUUID(), deleted: crypto.randomUUID(), unread: crypto.randomUUID() };
  const mention = { user_id: account, type: 'mention', is_read: 0, created_at: '2026-11-21T10:00:00Z', data: '{}' };
  await message(ids.read, 0);
  await message(ids.unread, 0);
  await showRow(db, 'notifications', ids.deleted, mention);

  // `early`: its push came before its row.
  const closed: string[] = [];
  const shown = [...Object.values(ids), 'early'].map((id) => ({ data: { id }, close: () => closed.push(id) }));
  const getNotifications = vi.fn(async () => shown);
  register(getNotifications);
  end = closeNotificationsOfRead();
  await expect.poll(() => getNotifications.mock.calls.length).toBeGreaterThan(0);
  expect(closed).toEqual([]);
  await message(ids.read, 1);
  await expect.poll(() => closed).toEqual([ids.read]);
  await showRow(db, 'notifications', ids.deleted, null);
  await expect.poll(() => closed).toContain(ids.deleted);
  expect(closed).not.toContain(ids.unread);
  expect(closed).not.toContain('early');
});

test('a newer push of the same subject, which has replaced what was read, stays', async () => {
  const { message } = await openMember();
  const [old, newer] = [crypto.randomUUID(), crypto.randomUUID()];
  await message(old, 0);
  let shown = old;
  const closed: string[] = [];
  // As browsers do: by tag, whatever is shown under it now.
  const close = () => closed.push(shown);
  const getNotifications = vi.fn(async () => [{ data: { id: shown }, close }]);
  register(getNotifications);
  end = closeNotificationsOfRead();
  await expect.poll(() => getNotifications.mock.calls.length).toBeGreaterThan(0);
  getNotifications.mockImplementationOnce(async () => {
    const before = [{ data: { id: old }, close }];
    shown = newer;
    return before;
  });
  const listed = getNotifications.mock.calls.length;
  await message(old, 1);
  await expect.poll(() => getNotifications.mock.calls.length).toBe(listed + 2);
  expect(closed).toEqual([]);
});

test('notifications are not listed while a push is being shown, which would make Chromium forget it', async () => {
  const { message } = await openMember();
  const shown = Promise.withResolvers<void>();
  const push = navigator.locks.request(NOTIFICATIONS_LOCK, () => shown.promise);
  const getNotifications = vi.fn(async () => []);
  register(getNotifications);
  end = closeNotificationsOfRead();
  const isWaiting = async () =>
    (await navigator.locks.query()).pending?.some(({ name }) => name === NOTIFICATIONS_LOCK);
  await message(crypto.randomUUID(), 0);
  await expect.poll(isWaiting).toBe(true);
  expect(getNotifications).not.toHaveBeenCalled();
  shown.resolve();
  await push;
  await expect.poll(() => getNotifications.mock.calls.length).toBeGreaterThan(0);
});
