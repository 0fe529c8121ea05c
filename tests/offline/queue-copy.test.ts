import 'fake-indexeddb/auto';
import { v7 } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import { countUnsent } from '#data/connection/count-unsent.ts';
import { readKey, writeKey } from '#data/device/kv.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { publishReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { sendCopied } from '#data/upload/background.ts';
import { dropCopy, updateCopy, readCopy } from '#data/outbox/queue-copy-store.ts';
import { discardAction } from '#data/outbox/discard.ts';
import { takeForEdit } from '#data/outbox/edit.ts';
import { markCopiedUncertain, syncQueueCopy, readQueue } from '#data/outbox/queue-copy.ts';
import { restoreQueue } from '#data/outbox/restore-queue.ts';
import { applied, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
beforeEach(() => dropCopy(ME));

const newPost = async (title: string) => {
  const id = v7();
  const action_id = await queue.write(
    { kind: 'post', entity_id: id, label: title },
    `INSERT INTO posts (id, user_id, title, visibility, created_at, _metadata) VALUES (?, ?, ?, 'public', '2026-11-21T10:00:00Z', :metadata)`,
    [id, ME, title],
  );
  return { id, action_id };
};
const fill = async () => updateCopy(ME, await readQueue(queue.db, ME));
/** The worker on a network that delivers every request but may lose the answer. */
const worker = (isHeard = true) =>
  sendCopied(ME, {
    accessToken: async () => 'token',
    send: async (batch) => {
      queue.batches.push(batch);
      return isHeard ? applied(batch) : { kind: 'retry', reason: 'timeout' };
    },
  });

test('the worker sends exactly what the page would send, in the same order', async () => {
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

test('a log-out whose database cannot be read counts the copy by kind', async () => {
  await newPost('first');
  await newPost('second');
  await queue.write(
    { kind: 'read', entity_id: v7() },
    `INSERT INTO post_votes (id, post_id, user_id, value, _metadata) VALUES (uuid(), 'p', ?, 1, :metadata)`,
    [ME],
  );
  await fill();
  setReplicaOpener(async () => ({ followSession() {}, tryAgain: async () => {} }));
  publishReplica(null);
  updateSyncState({ phase: 'unavailable' });
  expect(await countUnsent(ME)).toMatchObject({ unsent: { kinds: [['post', 2]] }, isKnown: false });
});

test('an action that left the queue is removed from the copy', async () => {
  await newPost('goes');
  await fill();
  await queue.upload();
  await fill();
  expect(await readCopy(ME)).toEqual([]);
});

test('after a log-out that discards the queue the worker has nothing to send', async () => {
  await newPost('unwanted');
  const copy = syncQueueCopy(queue.db, ME);
  await vi.waitFor(async () => expect(await readCopy(ME)).toHaveLength(1));
  await copy.drop();
  // A closing page copies the last actions.
  await copy.close();
  await worker();
  expect(await readCopy(ME)).toEqual([]);
  expect(queue.batches).toEqual([]);
});

test('an action discarded before the worker started is not sent', async () => {
  const { action_id } = await newPost('never');
  await fill();
  expect(await discardAction(action_id)).toEqual({ ok: true });
  await worker();
  expect(queue.batches).toEqual([]);
});

test('an action that the worker sent without an answer cannot be edited, and is discarded by deleting it', async () => {
  const { id, action_id } = await newPost('gone');
  await fill();
  await worker(false);
  expect(await takeForEdit(action_id)).toBeNull();
  await discardAction(action_id);
  await queue.upload();
  expect(queue.lastOps().map(([op]) => [op!.op, op!.id])).toEqual([
    ['PUT', id],
    ['DELETE', id],
  ]);
});

test('an action that the worker sent while no page was open counts as uncertain in the next page', async () => {
  await newPost('gone');
  await fill();
  await worker(false);
  await markCopiedUncertain(queue.db, ME);
  expect(await queue.outbox()).toMatchObject([{ state: 'queued', uncertain: 1 }]);
});

test('what a former release kept at a log-out is queued again, and an action of a newer release stays', async () => {
  const kept = async (title: string, more: object) => {
    const { action_id } = await newPost(title);
    const row = (await queue.outbox()).find((action) => action.action_id === action_id)!;
    const { input: _, ...former } = { ...row, waits_for: null, version: 1, ...more };
    await discardAction(action_id);
    return former;
  };
  const former = [
    await kept('Queued', { uncertain: 1 }),
    await kept('Refused', { state: 'refused', last_error: 'No.', attempts: 1, is_local: 1 }),
    await kept('From the future', { version: 2 }),
  ];
  await writeKey(`kept-queue:${ME}`, former);
  await restoreQueue({ account: ME, db: queue.db }, false);
  expect(await queue.outbox()).toMatchObject([
    { label: 'Queued', state: 'queued', uncertain: 1, action_id: former[0]!.action_id },
    { label: 'Refused', state: 'refused', last_error: 'No.', is_local: 1, ops: former[1]!.ops },
  ]);
  expect(await readKey(`kept-queue:${ME}`)).toBeUndefined();
  // Neither the queue nor the worker removes or sends what waits for another release.
  await fill();
  await worker();
  const left = await readCopy(ME);
  expect(left.filter((action) => action.kept)).toMatchObject([{ label: 'From the future', version: 2 }]);
  expect(queue.batches.flatMap(({ actions }) => actions)).toMatchObject([{ action_id: former[0]!.action_id }]);
});
