import { expect, test } from 'vitest';
import { isHiddenKind } from '#contract/outbox.ts';
import { discardAction } from '#data/outbox/discard.ts';
import { takeForEdit } from '#data/outbox/edit.ts';
import { retryAll, retryAction } from '#data/outbox/retry.ts';
import { addComment, deleteComment } from '#features/comments/mutations.ts';
import { deletePost } from '#features/post-actions/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { applied, judged, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

const REFUSAL = { code: '42501', message: 'Your account is muted, so this was not published.' };
const NOT_THERE = { code: 'P0002', message: 'This is no longer there, or it is not yours to delete.' };
/** A server that rejects all posts and comments, so that it has nothing to delete. */
const rejectsEverything = judged(([op]) =>
  op!.table === 'write_rejections' ? undefined : op!.op === 'PUT' ? REFUSAL : NOT_THERE,
);

const post = async (title: string): Promise<string> => {
  const made = await createPost({ title, description: '', visibility: 'public' });
  if (!made.ok) throw new Error(made.code);
  return made.id;
};
const shown = async () => (await queue.outbox()).filter(({ kind }) => !isHiddenKind(kind));

/** Runs the member's commands during the first call. */
async function during(act: () => Promise<unknown>): Promise<void> {
  const uploader = queue.uploader({
    send: async ({ v, actions }) => {
      await act();
      return rejectsEverything({ v, actions });
    },
  });
  await uploader.upload(queue.db);
}

test('a post deleted while it is being sent, and then rejected, is hidden with its dependents', async () => {
  const id = await post('Regretted');
  await during(async () => {
    await addComment({ post_id: id, parent_id: null, text: 'and this' });
    await editPost({ id, title: 'Regretted even more', description: '' });
    expect(await deletePost(id)).toEqual({ ok: true, id });
  });
  expect(await shown()).toEqual([]);
  queue.answers = [rejectsEverything];
  while ((await queue.queueLength()) > 0) await queue.upload();
  // Its rejections are deleted on the server too. Otherwise the stream would bring them back.
  expect(queue.batches.flatMap(({ actions }) => actions.map(({ ops }) => ops[0]!.table))).toContain('write_rejections');
  await queue.caughtUp();
  await queue.tidy();
  expect(await queue.outbox()).toEqual([]);
});

test('a comment deleted while it is being rejected is hidden', async () => {
  const id = await post('Stays');
  await queue.upload();
  const comment = await addComment({ post_id: id, parent_id: null, text: 'Regretted' });
  await during(() => deleteComment(comment.ok ? comment.id : ''));
  queue.answers = [rejectsEverything];
  while ((await queue.queueLength()) > 0) await queue.upload();
  expect((await shown()).map(({ kind, state }) => [kind, state])).toEqual([['post', 'sent']]);
});

test('a rejected post is not retried while its deletion is queued', async () => {
  const id = await post('Regretted');
  const [row] = await queue.outbox();
  // A tap on Retry between the post's result and the deletion's.
  await during(() => deletePost(id));
  expect(await retryAction(row!.action_id)).toEqual({ ok: false, code: 'not_found' });
  expect(await retryAll()).toEqual({ ok: true });
  queue.answers = [rejectsEverything];
  while ((await queue.queueLength()) > 0) await queue.upload();
  expect(queue.batches.flatMap(({ actions }) => actions).filter(({ ops }) => ops[0]!.op === 'PUT')).toEqual([]);
  expect(await shown()).toEqual([]);
});

test('a rejected deletion of an existing post is shown', async () => {
  const id = await post('There');
  await queue.upload();
  await deletePost(id);
  queue.answers = [judged(([op]) => (op!.op === 'DELETE' ? REFUSAL : undefined))];
  await queue.upload();
  expect((await shown()).map(({ kind, state }) => [kind, state])).toContainEqual(['delete_post', 'refused']);
});

test('a rejected post opened for editing leaves the screen at once', async () => {
  const id = await post('Refused');
  queue.answers = [rejectsEverything, applied];
  await queue.upload();
  const [row] = await queue.outbox();
  expect(await takeForEdit(row!.action_id)).toMatchObject({ ops: [{ data: { title: 'Refused' } }] });
  expect(await queue.row('posts', id)).toBeNull();
  expect(await deletePost(id)).toEqual({ ok: false, code: 'not_found' });
});

test('a discarded post and its hidden deletion can be neither discarded, edited nor retried', async () => {
  const id = await post('Perhaps');
  queue.answers = [() => ({ kind: 'retry', reason: 'timeout' }), applied];
  await queue.upload().catch(() => {});
  const [row] = await queue.outbox();
  expect(await discardAction(row!.action_id)).toEqual({ ok: true });
  const halves = await queue.outbox();
  expect(halves.map(({ kind, entity_id }) => [kind, entity_id])).toEqual([
    ['undo', id],
    ['undo', id],
  ]);
  for (const half of halves) {
    expect(await discardAction(half.action_id, 'dependents')).toEqual({ ok: false, code: 'not_found' });
    expect(await takeForEdit(half.action_id)).toBeNull();
    await queue.db.execute(`UPDATE outbox SET state = 'refused' WHERE id = ?`, [half.action_id]);
    expect(await retryAction(half.action_id)).toEqual({ ok: false, code: 'not_found' });
  }
  expect(await queue.queueLength()).toBe(2);
});
