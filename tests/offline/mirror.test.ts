import 'fake-indexeddb/auto';
import { v7 } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import { drainMirror } from '#data/upload/background-drain.ts';
import { dropMirrored, fillMirror, mirrored } from '#data/outbox/queue-copy-store.ts';
import { discardAction, takeForEdit } from '#data/outbox/actions.ts';
import { adoptAsked, keepMirror, queuedForMirror } from '#data/outbox/queue-copy.ts';
import { applied, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
beforeEach(() => dropMirrored(ME));

const newPost = async (title: string) => {
  const id = v7();
  const tx = await queue.write(
    { kind: 'post', entity_id: id, label: title },
    `INSERT INTO posts (id, user_id, title, visibility, created_at, _metadata) VALUES (?, ?, ?, 'public', '2026-11-21T10:00:00Z', :metadata)`,
    [id, ME, title],
  );
  return { id, tx };
};
const fill = async () => fillMirror(ME, await queuedForMirror(queue.db, ME));
/** The worker, on a network that takes everything but may lose the answer. */
const worker = (isHeard = true) =>
  drainMirror(ME, {
    token: async () => 'token',
    send: async (rows) => {
      const batch = { v: 1 as const, actions: rows.map(({ action }) => action) };
      queue.batches.push(batch);
      return isHeard ? applied(batch) : { kind: 'retry', reason: 'timeout' };
    },
  });

test('the worker sends byte for byte what the queue would send, in its order', async () => {
  await newPost('first');
  await queue.write(
    { kind: 'vote', entity_id: v7() },
    `INSERT INTO post_votes (id, post_id, user_id, value, _metadata) VALUES (uuid(), 'p', ?, 1, :metadata)`,
    [ME],
  );
  await newPost('second');
  await fill();
  await worker();
  await queue.upload();
  const [byWorker, byPage] = queue.batches.map(({ actions }) => actions);
  const [first, , second] = byPage!;
  expect(byWorker).toEqual([first, second]);
});

test('what has left the queue leaves the copy', async () => {
  await newPost('goes');
  await fill();
  await queue.upload();
  await fill();
  expect(await mirrored(ME)).toEqual([]);
});

test('what is thrown away at a log-out is not copied any more: the worker has nothing to send', async () => {
  await newPost('unwanted');
  const mirror = keepMirror(queue.db, ME);
  await vi.waitFor(async () => expect(await mirrored(ME)).toHaveLength(1));
  await mirror.drop();
  // A page that closes copies what was written last.
  await mirror.close();
  await worker();
  expect(await mirrored(ME)).toEqual([]);
  expect(queue.batches).toEqual([]);
});

test('discarded before the worker woke up: nobody sends it', async () => {
  const { tx } = await newPost('never');
  await fill();
  expect(await discardAction(tx)).toEqual({ ok: true });
  await worker();
  expect(queue.batches).toEqual([]);
});

test('sent by the worker while the page stood still: it is not edited as if it had never gone', async () => {
  const { id, tx } = await newPost('gone');
  await fill();
  await worker(false);
  expect(await takeForEdit(tx)).toBeNull();
  await discardAction(tx);
  await queue.upload();
  expect(queue.lastOps().map(([op]) => [op!.op, op!.id])).toEqual([
    ['PUT', id],
    ['DELETE', id],
  ]);
});

test('sent while no page was open: the next page knows that the server may have it', async () => {
  await newPost('gone');
  await fill();
  await worker(false);
  await adoptAsked(queue.db, ME);
  expect(await queue.outbox()).toMatchObject([{ state: 'queued', uncertain: 1 }]);
});
