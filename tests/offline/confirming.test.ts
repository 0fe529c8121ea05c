import { v7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { discardAction } from '#data/outbox/discard.ts';
import { createConfirmationCheck } from '#data/connection/confirmation-check.ts';
import { applied, judged, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

const newLike = () => {
  const id = v7();
  return queue.write(
    { kind: 'like', entity_id: id, replaces: true },
    `INSERT INTO comment_likes (id, post_id, comment_id, user_id, _metadata) VALUES (?, 'p', 'c', ?, :metadata)`,
    [id, ME],
  );
};
const rejection = (id: string, ops: unknown[], message = 'You are muted.') =>
  queue.synced('write_rejections', id, {
    user_id: ME,
    ops: JSON.stringify(ops),
    code: '42501',
    message,
    created_at: '2026-11-21T10:00:00Z',
  });

test('an action without a synced row stays "sent" until the next checkpoint confirms it', async () => {
  await newLike();
  await queue.upload();
  await queue.tidy();
  const [item] = await queue.outbox();
  expect(item).toMatchObject({ state: 'sent', kind: 'like' });
  expect(Date.parse((await queue.row<{ sent_at: string }>('outbox', item!.action_id))!.sent_at)).toBeGreaterThan(0);
  await queue.caughtUp();
  await queue.tidy();
  expect(await queue.outbox()).toEqual([]);
});

test('an older checkpoint confirms nothing while newer writes are queued', async () => {
  await newLike();
  await queue.upload();
  await queue.caughtUp();
  await newLike();
  await queue.tidy();
  expect((await queue.outbox()).map(({ state }) => state)).toEqual(['sent', 'queued']);
});

test('the profile is sent under the server’s table name', async () => {
  await queue.synced('my_profile', ME, { username: 'me', about: 'old' });
  await queue.write(
    { kind: 'profile', entity_id: ME, replaces: true },
    `UPDATE my_profile SET about = 'new', _metadata = :metadata WHERE id = ?`,
    [ME],
  );
  await queue.upload();
  expect(queue.lastOps()).toEqual([[{ op: 'PATCH', table: 'profiles', id: ME, data: { about: 'new' } }]]);
});

test('a rejected read mark is not shown', async () => {
  const id = v7();
  await queue.synced('notifications', id, { user_id: ME, is_read: 0 });
  await queue.write(
    { kind: 'read', entity_id: id, replaces: true },
    'UPDATE notifications SET is_read = 1 WHERE id = ?',
    [id],
  );
  queue.answers = [judged(() => ({ code: 'P0002', message: 'This is no longer there.' }))];
  await queue.upload();
  expect(await queue.outbox()).toEqual([]);
  expect(await queue.queueLength()).toBe(0);
});

test('a rejection without an outbox row is shown with its text', async () => {
  const [id, row] = [v7(), v7()];
  await rejection(id, [{ op: 'PUT', table: 'comments', id: row, data: { text: 'From my phone' } }]);
  await queue.tidy();
  expect(await queue.outbox()).toMatchObject([
    { action_id: id, kind: 'comment', state: 'refused', label: 'From my phone', last_error: 'You are muted.' },
  ]);
  // The other device retries or discards it.
  await queue.db.execute('DELETE FROM ps_data__write_rejections');
  await queue.tidy();
  expect(await queue.outbox()).toEqual([]);
});

test('a message that another device sent and the server refused is in its thread', async () => {
  const [id, row, recipient_id] = [v7(), v7(), v7()];
  await rejection(id, [
    { op: 'PUT', table: 'private_messages', id: row, data: { recipient_id, content: 'Still there?' } },
  ]);
  await queue.tidy();
  expect(await queue.outbox()).toMatchObject([{ kind: 'message', subject_id: recipient_id, label: 'Still there?' }]);
});

test('a discarded rejection stays away until the server has deleted it', async () => {
  const id = v7();
  await rejection(id, [{ op: 'PUT', table: 'comments', id: v7(), data: { text: 'words' } }]);
  await queue.tidy();
  await discardAction(id);
  await queue.tidy();
  expect(await queue.outbox()).toEqual([]);
});

test('nothing is marked as sending while the server is unreachable', async () => {
  await newLike();
  await expect(queue.upload({ isReachable: async () => false })).rejects.toThrow('offline');
  expect(await queue.outbox()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  expect(queue.batches).toEqual([]);
});

test('without a session nothing is sent, and the outbox shows the reason', async () => {
  await newLike();
  const signInNeeded = Object.assign(new Error('ended'), { name: 'SignInNeeded' });
  await expect(queue.upload({ accessToken: () => Promise.reject(signInNeeded) })).rejects.toThrow('session');
  expect(await queue.outbox()).toMatchObject([{ state: 'queued', attempts: 0, last_error: 'session' }]);
  expect(queue.batches).toEqual([]);
});

test('an expired token is refreshed once and the same batch is sent again', async () => {
  await newLike();
  queue.answers = [() => ({ kind: 'refresh' }), applied];
  const asked: (string | undefined)[] = [];
  await queue.upload({ accessToken: async (refused) => (asked.push(refused), 'token') });
  expect(asked).toEqual([undefined, 'token']);
  expect(queue.batches[1]).toEqual(queue.batches[0]);
  expect(await queue.outbox()).toMatchObject([{ state: 'sent' }]);
});

test('a returning network does not end a Retry-After pause, a tap on Send now does', async () => {
  await newLike();
  const pauses: number[] = [];
  const waker = { sleepUntil: async (time: () => number) => void pauses.push(time() - performance.now()), wake() {} };
  queue.answers = [() => ({ kind: 'retry', reason: 'busy', retryAfterMs: 60_000 })];
  const uploader = queue.uploader({ waker });
  await uploader.upload(queue.db).catch(() => {});
  uploader.flush();
  await uploader.upload(queue.db).catch(() => {});
  uploader.flush({ force: true });
  await uploader.upload(queue.db).catch(() => {});
  expect(pauses[1]).toBeGreaterThan(50_000);
  expect(pauses[2]).toBeLessThanOrEqual(0);
});

test('a rejected post that a late call delivered is no longer shown as rejected', async () => {
  const id = v7();
  await queue.write(
    { kind: 'post', entity_id: id, label: 'Late' },
    `INSERT INTO posts (id, user_id, title, _metadata) VALUES (?, ?, 'Late', :metadata)`,
    [id, ME],
  );
  queue.answers = [judged(() => ({ code: '42501', message: 'You are muted.' }))];
  await queue.upload();
  await queue.tidy();
  expect((await queue.outbox()).map(({ state }) => state)).toEqual(['refused']);
  await queue.synced('posts', id, { user_id: ME, title: 'Late', status: 'live' });
  await queue.tidy();
  expect(await queue.outbox()).toEqual([]);
});

test('with an unconfirmed write a stalled stream is reconnected, after two minutes at the earliest, and then more seldom', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const reconnect = vi.fn();
  let isOnline = true;
  const check = createConfirmationCheck(queue.db, () => isOnline, reconnect);
  const stopped = new AbortController().signal;
  /** Called by the heartbeat in the app. */
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds * 1000; passed += check.everyMs()) {
      vi.advanceTimersByTime(check.everyMs());
      if (check.isDue?.()) await check.run(stopped);
    }
  };
  try {
    await newLike();
    await queue.upload();
    // A write that is settled while the query waits for the database has a later time than the check.
    vi.setSystemTime(Date.now() - 2000);
    await check.run(stopped);
    expect(reconnect).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 2000);
    await pass(20);
    expect(reconnect).not.toHaveBeenCalled();
    await pass(10);
    expect(reconnect).toHaveBeenCalledTimes(1);
    await pass(100);
    expect(reconnect).toHaveBeenCalledTimes(1);
    isOnline = false;
    await pass(100);
    expect(reconnect).toHaveBeenCalledTimes(1);
    isOnline = true;
    await pass(20);
    expect(reconnect).toHaveBeenCalledTimes(2);
    // An older write than it seems.
    vi.setSystemTime(Date.now() - 26 * 3_600_000);
    await pass(220);
    expect(reconnect).toHaveBeenCalledTimes(2);
    await pass(20);
    expect(reconnect).toHaveBeenCalledTimes(3);
    await queue.caughtUp();
    await queue.tidy();
    await pass(300);
    expect(reconnect).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
