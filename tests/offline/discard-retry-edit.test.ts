import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { listDependents, discardAction } from '#data/outbox/discard.ts';
import { takeForEdit } from '#data/outbox/edit.ts';
import { retryAll, retryAction } from '#data/outbox/retry.ts';
import { applied, judged, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

const newPost = async (title: string, id = v7()) => {
  const tx = await queue.write(
    { kind: 'post', entity_id: id, label: title },
    `INSERT INTO posts (id, user_id, title, visibility, created_at, _metadata) VALUES (?, ?, ?, 'public', '2026-11-21T10:00:00Z', :metadata)`,
    [id, ME, title],
  );
  return { id, tx };
};
const newComment = async (postId: string, text: string, parentId: string | null = null) => {
  const id = v7();
  const tx = await queue.write(
    { kind: 'comment', entity_id: id, subject_id: postId, label: text },
    `INSERT INTO comments (id, post_id, user_id, parent_id, text, _metadata) VALUES (?, ?, ?, ?, ?, :metadata)`,
    [id, postId, ME, parentId, text],
  );
  return { id, tx };
};
const syncedPost = async (title: string) => {
  const id = v7();
  await queue.synced('posts', id, { user_id: ME, title, description: 'words', visibility: 'public', status: 'live' });
  return id;
};
const edit = (id: string, title: string) =>
  queue.write(
    { kind: 'edit_post', entity_id: id, label: title },
    'UPDATE posts SET title = ?, _metadata = :metadata WHERE id = ?',
    [title, id],
  );
const vote = (id: string, value: number) =>
  queue.write(
    { kind: 'vote', entity_id: id, replaces: true },
    `INSERT OR REPLACE INTO post_votes (id, post_id, user_id, value, _metadata) VALUES (?, 'p', ?, ?, :metadata)`,
    [id, ME, value],
  );
const unvote = (id: string) =>
  queue.write(
    { kind: 'vote', entity_id: id, replaces: true },
    'UPDATE post_votes SET _deleted = 1, _metadata = :metadata WHERE id = ?',
    [id],
  );
const titleOf = async (id: string) => (await queue.row<{ title: string }>('posts', id))?.title ?? null;

test('discarding an unsent edit shows the server’s version again', async () => {
  const id = await syncedPost('Server');
  const tx = await edit(id, 'Mine');
  expect(await titleOf(id)).toBe('Mine');
  expect(await discardAction(tx)).toEqual({ ok: true });
  expect(await queue.row('posts', id)).toMatchObject({ title: 'Server', description: 'words', status: 'live' });
  expect(await queue.queueLength()).toBe(0);
});

test('discarding one of two unsent edits leaves the other on screen', async () => {
  const id = await syncedPost('Server');
  const first = await edit(id, 'First');
  const second = await queue.write(
    { kind: 'edit_post', entity_id: id },
    `UPDATE posts SET description = 'longer', _metadata = :metadata WHERE id = ?`,
    [id],
  );
  await discardAction(first);
  expect(await queue.row('posts', id)).toMatchObject({ title: 'Server', description: 'longer' });
  await discardAction(second);
  expect(await queue.row('posts', id)).toMatchObject({ title: 'Server', description: 'words' });
});

test('discarding an unsent deletion restores the row', async () => {
  const id = await syncedPost('Back');
  const tx = await queue.write(
    { kind: 'delete_post', entity_id: id },
    'UPDATE posts SET _deleted = 1, _metadata = :metadata WHERE id = ?',
    [id],
  );
  expect(await titleOf(id)).toBeNull();
  await discardAction(tx);
  expect(await titleOf(id)).toBe('Back');
});

test('discarding an edit of a sent, unconfirmed post shows the sent version', async () => {
  const { id } = await newPost('Sent');
  await queue.upload();
  const tx = await edit(id, 'Edited');
  await discardAction(tx);
  expect(await titleOf(id)).toBe('Sent');
});

test('ten votes are sent as one action, and votes that cancel out are not sent', async () => {
  const id = v7();
  for (let tap = 0; tap < 5; tap += 1) {
    await vote(id, 1);
    await vote(id, -1);
  }
  expect(await queue.outbox()).toHaveLength(1);
  await queue.upload();
  expect(queue.lastOps()).toEqual([
    [{ op: 'PUT', table: 'post_votes', id, data: { post_id: 'p', user_id: ME, value: -1 } }],
  ]);
  const other = v7();
  await vote(other, 1);
  await unvote(other);
  expect(await queue.queueLength()).toBe(0);
  expect((await queue.outbox()).filter(({ entity_id }) => entity_id === other)).toEqual([]);
});

test('a vote changed back to the server’s value is not sent', async () => {
  const id = v7();
  await queue.synced('post_votes', id, { post_id: 'p', user_id: ME, value: 1 });
  await vote(id, -1);
  await vote(id, 1);
  expect(await queue.queueLength()).toBe(0);
  await unvote(id);
  await vote(id, 1);
  expect(await queue.queueLength()).toBe(0);
  expect(await queue.row('post_votes', id)).toMatchObject({ value: 1 });
});

test('an uncertain vote is not replaced, the next one is sent after it', async () => {
  const id = v7();
  await vote(id, 1);
  queue.answers = [() => ({ kind: 'retry', reason: 'timeout' }), applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  await unvote(id);
  await uploader.upload(queue.db);
  expect(queue.lastOps().map(([op]) => op!.op)).toEqual(['PUT', 'DELETE']);
});

const deletesRejection = ([op]: CrudOp[]) => op!.table === 'write_rejections';
const PARENT = { code: '42501', message: 'You are muted.' };

test('a rejected action blocks its dependents, and its retry sends them after it, in order', async () => {
  const parent = await newPost('Parent');
  const child = await newComment(parent.id, 'child');
  const reply = await newComment(parent.id, 'reply', child.id);
  queue.answers = [
    judged((ops) =>
      ops[0]!.table === 'posts'
        ? PARENT
        : { code: '23503', message: 'What this belongs to is no longer there.', blocked_by: parent.tx },
    ),
    applied,
  ];
  const uploader = queue.uploader();
  await uploader.upload(queue.db);
  expect((await queue.outbox()).map(({ state, blocked_by }) => [state, blocked_by])).toEqual([
    ['refused', null],
    ['refused', parent.tx],
    ['refused', parent.tx],
  ]);
  expect(await listDependents(parent.tx)).toEqual([child.tx, reply.tx]);
  // A retry of a blocked action first retries the action that blocks it.
  expect(await retryAction(reply.tx)).toEqual({ ok: true });
  expect(queue.flushed).toEqual([{ force: true }]);
  await uploader.upload(queue.db);
  const [rejectionDeletes, sent] = [
    queue.lastOps().filter(deletesRejection),
    queue.lastOps().filter((ops) => !deletesRejection(ops)),
  ];
  expect(sent.map(([op]) => op!.data?.['title'] ?? op!.data?.['text'])).toEqual(['Parent', 'child', 'reply']);
  expect(rejectionDeletes.map(([op]) => op!.id)).toEqual([parent.tx, child.tx, reply.tx]);
  expect((await queue.outbox()).every(({ state }) => state === 'sent')).toBe(true);
});

test('discarding an unsent post discards its comments', async () => {
  const parent = await newPost('Parent');
  const child = await newComment(parent.id, 'child');
  const other = await newPost('Other');
  expect(await listDependents(parent.tx)).toEqual([child.tx]);
  await discardAction(parent.tx, 'dependents');
  expect((await queue.outbox()).map(({ action_id }) => action_id)).toEqual([other.tx]);
  expect(await queue.queueLength()).toBe(1);
});

test('discarding a rejected action deletes its rejection on the server, even before it has synced', async () => {
  const { tx } = await newPost('Refused');
  queue.answers = [judged(() => PARENT), applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db);
  expect(await discardAction(tx)).toEqual({ ok: true });
  await uploader.upload(queue.db);
  expect(queue.lastOps()).toEqual([[{ op: 'DELETE', table: 'write_rejections', id: tx }]]);
  expect(await queue.outbox()).toEqual([]);
});

test('a discarded post that is uncertain is sent and deleted', async () => {
  const { id, tx } = await newPost('Perhaps');
  queue.answers = [() => ({ kind: 'retry', reason: 'timeout' }), judged(() => undefined)];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  expect(await takeForEdit(tx)).toBeNull();
  expect(await discardAction(tx)).toEqual({ ok: true });
  expect(await titleOf(id)).toBeNull();
  await uploader.upload(queue.db);
  expect(queue.batches.at(-1)!.actions[0]!.action_id).toBe(tx);
  expect(queue.lastOps().map(([op]) => [op!.op, op!.id])).toEqual([
    ['PUT', id],
    ['DELETE', id],
  ]);
});

test('an uncertain message cannot be discarded', async () => {
  const id = v7();
  const tx = await queue.write(
    { kind: 'message', entity_id: id, subject_id: 'bob' },
    `INSERT INTO private_messages (id, sender_id, recipient_id, content, _metadata) VALUES (?, ?, 'bob', 'hi', :metadata)`,
    [id, ME],
  );
  queue.answers = [() => ({ kind: 'retry', reason: 'timeout' })];
  await queue.upload().catch(() => {});
  expect(await discardAction(tx)).toEqual({ ok: false, code: 'sending' });
});

test('after a captive portal’s answer the post can be edited', async () => {
  const { id, tx } = await newPost('Not gone');
  queue.answers = [() => ({ kind: 'retry', reason: 'portal' })];
  await queue.upload().catch(() => {});
  expect(await takeForEdit(tx)).toMatchObject({
    kind: 'post',
    entity_id: id,
    subject_id: null,
    ops: [{ op: 'PUT', id, data: { title: 'Not gone', visibility: 'public' } }],
  });
  expect(await queue.queueLength()).toBe(0);
  expect(await titleOf(id)).toBeNull();
  expect(await takeForEdit(tx)).toBeNull();
});

test('a rejected edit can be retried although the row shows the server’s version', async () => {
  const id = await syncedPost('Server');
  const tx = await edit(id, 'Refused words');
  queue.answers = [judged(() => PARENT), applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db);
  await queue.synced('posts', id, { user_id: ME, title: 'Server', visibility: 'public', status: 'live' });
  await retryAll();
  expect(await titleOf(id)).toBe('Refused words');
  await uploader.upload(queue.db);
  expect(queue.lastOps()).toEqual([
    [{ op: 'PATCH', table: 'posts', id, data: { title: 'Refused words' } }],
    [{ op: 'DELETE', table: 'write_rejections', id: tx }],
  ]);
});

test('actions on a rejected post are sent after its retry', async () => {
  const { id, tx } = await newPost('Refused');
  queue.answers = [judged(() => PARENT), applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db);
  await edit(id, 'Second');
  await newComment(id, 'mine');
  await edit(id, 'Third');
  expect(await retryAction(tx)).toEqual({ ok: true });
  await uploader.upload(queue.db);
  const sent = queue.lastOps().filter((ops) => !deletesRejection(ops));
  expect(sent.map(([op]) => op!.data?.['title'] ?? op!.data?.['text'])).toEqual(['Refused', 'Second', 'mine', 'Third']);
});
