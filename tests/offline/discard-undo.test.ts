import { expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { discardWithUndo } from '#data/outbox/edit.ts';
import { markRefused } from '#data/outbox/results.ts';
import { addComment } from '#features/comments/mutations.ts';
import { createPost, deletePost } from '#features/posts/mutations.ts';
import { applied, judged, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

const newPost = async (title: string) => {
  const post = await createPost({ title, description: '', visibility: 'public' });
  if (!post.ok) throw new Error(post.code);
  const [row] = await queue.outbox();
  return { id: post.id, tx: row!.id };
};
const titleOf = async (id: string) => (await queue.row<{ title: string }>('posts', id))?.title ?? null;
const PARENT = { code: '42501', message: 'You are muted.' };

const lost = () => ({ kind: 'retry', reason: 'timeout' }) as const;
const undoOf = async (tx: string) => {
  const discarded = await discardWithUndo(tx);
  if (!discarded.ok) throw new Error(discarded.code);
  return discarded.undo;
};
/** What the server did in all calls that it answered: what was made, changed and deleted, in order. */
const deeds = (from = 0) =>
  queue.batches
    .slice(from)
    .flatMap(({ actions }) => actions.flatMap(({ ops }) => ops))
    .map(({ op, data }) => [op, data?.['title'] ?? data?.['text'] ?? null]);

test('a post that may have arrived is discarded by mistake and brought back before its deletion has gone: it lives', async () => {
  const parent = await newPost('Perhaps');
  queue.answers = [lost, applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  const child = await addComment({ post_id: parent.id, parent_id: null, text: 'child' });
  const undo = await undoOf(parent.tx);
  expect(await titleOf(parent.id)).toBeNull();
  await undo();
  expect(await titleOf(parent.id)).toBe('Perhaps');
  expect((await queue.outbox()).map(({ kind, state, uncertain }) => [kind, state, uncertain])).toEqual([
    ['post', 'queued', 1],
    ['comment', 'queued', 0],
  ]);
  await uploader.upload(queue.db);
  expect(deeds(1)).toEqual([
    ['PUT', 'Perhaps'],
    ['PUT', 'child'],
  ]);
  expect(queue.batches.at(-1)!.actions[0]!.action_id).toBe(parent.tx);
  expect(await queue.row('comments', child.ok ? child.id : '')).toMatchObject({ text: 'child', post_id: parent.id });
});

test('brought back after its deletion has gone it is a new post with the same words, its comment under it', async () => {
  const parent = await newPost('Perhaps');
  await addComment({ post_id: parent.id, parent_id: null, text: 'child' });
  queue.answers = [lost, applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  const undo = await undoOf(parent.tx);
  await uploader.upload(queue.db);
  await undo();
  expect(await titleOf(parent.id)).toBeNull();
  await uploader.upload(queue.db);
  const [[post], [comment]] = queue.lastOps() as [CrudOp[], CrudOp[]];
  expect([post!.data?.['title'], comment!.data?.['text']]).toEqual(['Perhaps', 'child']);
  expect(post!.id).not.toBe(parent.id);
  expect(comment!.data?.['post_id']).toBe(post!.id);
  expect(await titleOf(post!.id)).toBe('Perhaps');
});

test('brought back when it was refused in the meantime, unseen, it is asked again and says so', async () => {
  const { id, tx } = await newPost('Refused');
  queue.answers = [lost, judged(() => PARENT)];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  const undo = await undoOf(tx);
  // The post alone had its verdict: a batch ended there.
  const outbox = await queue.outbox();
  await queue.db.writeTransaction((tx2) =>
    markRefused(tx2, { action_id: tx, ops: [], created_at: outbox[0]!.created_at }, { message: PARENT.message }),
  );
  await undo();
  expect(await titleOf(id)).toBe('Refused');
  while ((await queue.queueLength()) > 0) await uploader.upload(queue.db);
  expect((await queue.outbox()).filter(({ state }) => state === 'refused')).toMatchObject([
    { kind: 'post', label: 'Refused', last_error: PARENT.message },
  ]);
});

test('with the deletion that the member asked for behind it: what was discarded by mistake comes back as it was, deletion and all', async () => {
  const { id, tx } = await newPost('Perhaps');
  queue.answers = [lost, applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  expect(await deletePost(id)).toMatchObject({ ok: true });
  const told = async () => (await queue.outbox()).map(({ kind, state }) => [kind, state]);
  const before = await told();
  expect(before).toEqual([
    ['post', 'queued'],
    ['delete_post', 'queued'],
  ]);
  const undo = await undoOf(tx);
  expect(await told()).not.toEqual(before);
  await undo();
  expect(await told()).toEqual(before);
  while ((await queue.queueLength()) > 0) await uploader.upload(queue.db);
  expect(deeds(1)).toEqual([
    ['PUT', 'Perhaps'],
    ['DELETE', null],
  ]);
  expect(await titleOf(id)).toBeNull();
});
