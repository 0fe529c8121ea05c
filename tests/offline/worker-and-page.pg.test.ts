import 'fake-indexeddb/auto';
import { v5, v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import { sendCopied } from '#data/upload/background.ts';
import { removeFromCopy, updateCopy } from '#data/outbox/queue-copy-store.ts';
import { listDependents, discardAction } from '#data/outbox/discard.ts';
import { retryAction } from '#data/outbox/retry.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { readQueue } from '#data/outbox/queue-copy.ts';
import { sendBatch } from '#data/upload/send-queue.ts';
import { commitAction, type NewAction } from '#data/outbox/write.ts';
import { Backend } from './support/backend.ts';
import { Device } from './support/device.ts';

let backend: Backend;
let alice: Device;

beforeAll(async () => {
  backend = await Backend.create();
});
afterAll(() => backend?.destroy());
beforeEach(async () => {
  alice = await new Device(backend, await backend.newMember()).open();
});
afterEach(async () => {
  publishReplica(null);
  await removeFromCopy(alice.userId);
  await alice.close();
});

/** The service worker sends while the page does nothing. With `isAnswered` false its answers are lost. */
const worker = async ({ isAnswered = true } = {}) => {
  await updateCopy(alice.userId, await readQueue(alice.db, alice.userId));
  return sendCopied(alice.userId, {
    accessToken: () => backend.accessToken(alice.userId),
    send: async (batch, accessToken) => {
      const { appUrl, anonKey } = backend.state;
      const outcome = await sendBatch(batch, { supabaseUrl: appUrl, publishableKey: anonKey, accessToken });
      return isAnswered ? outcome : { kind: 'retry', reason: 'timeout' };
    },
  });
};
/** Holds the page's calls back until the returned function is called. */
const hold = () => {
  const held = Promise.withResolvers<void>();
  alice.interfere = async (send, batch) => (await held.promise, send(batch));
  return held.resolve;
};
const write = async (action: Omit<NewAction, 'write'>, sql: string, params: unknown[]) => {
  const action_id = v7();
  await commitAction(alice, { ...action, write: (tx) => tx.execute(sql, params) }, action_id);
  return action_id;
};
const comment = (postId: string, text: string) => {
  const entity_id = v7();
  return write(
    { kind: 'comment', entity_id, subject_id: postId, label: text },
    'INSERT INTO comments (id, post_id, user_id, text) VALUES (?, ?, ?, ?)',
    [entity_id, postId, alice.userId, text],
  );
};
const commentsBy = async (userId: string) => {
  const { rows } = await backend.db.query<{ text: string }>(
    'select text from public.comments where user_id = $1 order by created_at, id',
    [userId],
  );
  return rows.map(({ text }) => text);
};

test.each([true, false])(
  'sent by the worker and by the page, worker’s answer received: %s: one row',
  async (isAnswered) => {
    const release = hold();
    const title = `Both ways ${isAnswered}`;
    const post = await alice.post(title);
    await comment(post, 'and below it');
    await worker({ isAnswered });
    expect(await backend.titlesBy(alice.userId)).toEqual([title]);
    expect(await commentsBy(alice.userId)).toEqual(['and below it']);
    release();
    await alice.settled();
    expect(await backend.titlesBy(alice.userId)).toEqual([title]);
    expect(await commentsBy(alice.userId)).toEqual(['and below it']);
    expect(await alice.outbox()).toEqual([]);
  },
);

test('the page sends an action again that was rejected for the worker, and shows the reason', async () => {
  const release = hold();
  await backend.db.query('update public.profiles set is_muted = true where id = $1', [alice.userId]);
  await alice.post('Muted words');
  expect(await worker()).toBe('done');
  release();
  await alice.settled();
  expect(await alice.outbox()).toMatchObject([{ state: 'refused', label: 'Muted words' }]);
});

test('a rejected post blocks its comment, and its retry sends both in order and leaves no rejection', async () => {
  const release = hold();
  await backend.db.query('update public.profiles set is_muted = true where id = $1', [alice.userId]);
  const post = await alice.post('Held');
  await comment(post, 'held below');
  release();
  await alice.settled();
  const [parent, child] = (await alice.outbox()) as { id: string; blocked_by?: string }[];
  expect(child!.blocked_by).toBe(parent!.id);
  expect(await listDependents(parent!.id)).toEqual([child!.id]);
  await backend.db.query('update public.profiles set is_muted = false where id = $1', [alice.userId]);
  expect(await retryAction(child!.id)).toEqual({ ok: true });
  await alice.settled();
  expect(await backend.titlesBy(alice.userId)).toEqual(['Held']);
  expect(await commentsBy(alice.userId)).toEqual(['held below']);
  expect(await alice.outbox()).toEqual([]);
  const left = await backend.db.query('select id from public.write_rejections where user_id = $1', [alice.userId]);
  expect(left.rows).toEqual([]);
});

test('a discarded rejection is deleted on the device and the server', async () => {
  await backend.db.query('update public.profiles set is_muted = true where id = $1', [alice.userId]);
  await alice.post('Never mind');
  await alice.settled();
  const [refused] = await alice.outbox();
  expect(await discardAction(refused!.id)).toEqual({ ok: true });
  await alice.feedHas((titles, outbox) => outbox.length === 0 && !titles.includes('Never mind'));
  await expect
    .poll(async () => {
      const { rows } = await backend.db.query('select 1 from public.write_rejections where user_id = $1', [
        alice.userId,
      ]);
      return rows.length;
    })
    .toBe(0);
});

test('a post discarded after a lost answer leaves no row, no rejection and no outbox entry', async () => {
  let lost = 0;
  alice.interfere = async (send, batch) => {
    const outcome = await send(batch);
    lost += 1;
    if (lost > 1) return outcome;
    return { kind: 'retry', reason: 'timeout' };
  };
  await alice.post('Perhaps there');
  await alice.feedHas((_, outbox) => outbox.some(({ last_error }) => last_error === 'timeout'));
  const [item] = await alice.outbox();
  expect(await discardAction(item!.id)).toEqual({ ok: true });
  await alice.feedHas((titles, outbox) => outbox.length === 0 && !titles.includes('Perhaps there'));
  expect(await backend.titlesBy(alice.userId)).toEqual([]);
});

test('a profile change and a vote leave the outbox when the server has them', async () => {
  const post = await alice.post('Voted for');
  await alice.settled();
  await alice.db.waitForFirstSync();
  await write(
    { kind: 'profile', entity_id: alice.userId, replaces: true },
    'UPDATE my_profile SET about = ? WHERE id = ?',
    ['Long range', alice.userId],
  );
  const vote = v5(`${post}:${alice.userId}`, PAIR_NAMESPACES.post_vote);
  await write(
    { kind: 'vote', entity_id: vote, subject_id: post, replaces: true },
    'INSERT OR REPLACE INTO post_votes (id, post_id, user_id, value) VALUES (?, ?, ?, 1)',
    [vote, post, alice.userId],
  );
  await alice.feedHas((_, outbox) => outbox.length === 0);
  const { rows } = await backend.db.query(
    'select about, (select value from public.post_votes where id = $2) as value from public.profiles where id = $1',
    [alice.userId, vote],
  );
  expect(rows).toEqual([{ about: 'Long range', value: 1 }]);
});
