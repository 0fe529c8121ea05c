import { beforeEach, expect, test } from 'vitest';
import { addComment, editComment, likeComment } from '#features/comments/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { applied, judged, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
let post = '';
beforeEach(async () => {
  const result = await createPost({ title: 'Bay times', description: '', visibility: 'public' });
  post = result.ok ? result.id : '';
  await queue.upload();
});

async function comment(text: string): Promise<string> {
  const result = await addComment({ post_id: post, parent_id: null, text });
  if (!result.ok) throw new Error(result.code);
  return result.id;
}
const shown = (id: string) => queue.db.get('SELECT text, updated_at FROM comments WHERE id = ?', [id]);
const sent = () =>
  queue.batches
    .flatMap(({ actions }) => actions.flatMap(({ ops }) => ops))
    .flatMap(({ op, table, data }) => (table === 'comments' ? [[op, data?.['text']]] : []));

test('a comment that was changed before it was sent is sent once, as changed, and does not count as edited', async () => {
  const id = await comment('Bay 4');
  expect(await editComment({ id, text: 'Bay 5' })).toEqual({ ok: true, id });
  expect(await shown(id)).toEqual({ text: 'Bay 5', updated_at: null });
  const count = await queue.db.get('SELECT comment_count FROM post_stats WHERE id = ?', [post]);
  expect(count).toEqual({ comment_count: 1 });
  expect((await queue.outbox()).at(-1)).toMatchObject({ kind: 'comment', label: 'Bay 5', state: 'queued' });
  await queue.upload();
  expect(sent()).toEqual([['PUT', 'Bay 5']]);
});

test('a rejected comment that is changed is sent again, and does not count as edited', async () => {
  const id = await comment('Too rude');
  queue.answers = [judged(() => ({ code: '23514', message: 'Not like this.' })), applied];
  await queue.upload();
  expect(await editComment({ id, text: 'Kind words' })).toEqual({ ok: true, id });
  expect(await shown(id)).toEqual({ text: 'Kind words', updated_at: null });
  expect((await queue.outbox()).at(-1)).toMatchObject({ kind: 'comment', state: 'queued' });
});

test('a comment that was sent, that may have arrived, or that another action depends on counts as edited', async () => {
  const liked = await comment('Liked');
  await likeComment(liked, true);
  const late = await comment('Late');
  await editComment({ id: liked, text: 'Liked 2' });
  queue.answers = [() => ({ kind: 'retry', reason: 'timeout' })];
  await queue.upload().catch(() => {});
  await editComment({ id: late, text: 'Late 2' });
  for (const id of [liked, late]) expect(await shown(id)).toMatchObject({ updated_at: expect.any(String) });
});
