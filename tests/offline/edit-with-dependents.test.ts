import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { draftsOf } from '#data/drafts/drafts.ts';
import { addComment, editComment } from '#features/comments/mutations.ts';
import { editInComposer } from '#features/outbox/mutations.ts';
import { toPost } from '#features/posts/post-draft.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { applied, judged, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

const POST = { title: 'Before', description: '', visibility: 'public' } as const;
const FORBIDDEN = { code: '23514', message: 'Not like this.' };

const idOf = async (result: Promise<{ ok: boolean; id?: string }>) => (await result).id ?? '';
const action = async (kind: string) => (await queue.outbox()).find((row) => row.kind === kind)!;
const kinds = async () => (await queue.outbox()).map(({ kind, state }) => `${kind} ${state}`);

/** Edit in the outbox, and submit of the form with another title. */
async function again(): Promise<string> {
  expect(await editInComposer(await action('post'))).toMatchObject({ ok: true });
  const [draft] = await draftsOf(ME, 'post');
  return idOf(createPost({ ...toPost({ ...draft!.fields, title: 'After' }, false), draftId: draft!.id }));
}

test('the form of an unsent post has its unsent edits, which are not sent any more', async () => {
  const id = await idOf(createPost({ ...POST, gif_url: 'https://media.example/a.gif' }));
  await editPost({ id, title: 'Edited', description: 'More', gif_url: null });
  await editPost({ id, title: 'Edited twice', description: 'More' });
  expect(await editInComposer(await action('post'))).toMatchObject({ ok: true });
  expect(await queue.outbox()).toEqual([]);
  expect(await queue.queueLength()).toBe(0);
  const [draft] = await draftsOf(ME, 'post');
  expect(draft?.fields).toMatchObject({ title: 'Edited twice', description: 'More', gif_url: '' });
});

test('what depends on an unsent post is sent behind it after it was edited', async () => {
  const id = await idOf(createPost(POST));
  await addComment({ post_id: id, parent_id: null, text: 'First' });
  await votePost(id, 1);
  expect(await again()).toBe(id);
  await queue.upload();
  expect(queue.lastOps().map(([op]) => [op!.table, op!.data?.['title'] ?? op!.data?.['post_id']])).toEqual([
    ['posts', 'After'],
    ['comments', id],
    ['post_votes', id],
  ]);
});

test('what was refused with its post is sent again behind it after it was edited', async () => {
  const id = await idOf(createPost(POST));
  await editPost({ id, title: 'Edited', description: '' });
  await addComment({ post_id: id, parent_id: null, text: 'First' });
  queue.answers = [judged(() => FORBIDDEN), applied];
  await queue.upload();
  expect(await kinds()).toEqual(['post refused', 'edit_post refused', 'comment refused']);
  expect(await again()).toBe(id);
  await queue.upload();
  const sent = queue.lastOps().map(([op]) => `${op!.op} ${op!.table}`);
  expect(sent.filter((op) => !op.endsWith('write_rejections'))).toEqual(['PUT posts', 'PUT comments']);
  expect((await kinds()).toSorted()).toEqual(['comment sent', 'post sent']);
});

test('an unsent comment that is edited keeps its replies', async () => {
  const post = await idOf(createPost(POST));
  await queue.upload();
  const id = await idOf(addComment({ post_id: post, parent_id: null, text: 'Which bay?' }));
  await addComment({ post_id: post, parent_id: id, text: 'Bay 4' });
  // As a change of its own, because a reply depends on it.
  await editComment({ id, text: 'Which bay today?' });
  expect(await editInComposer(await action('comment'))).toMatchObject({ ok: true });
  const [draft] = await draftsOf(ME, `comment:${post}`);
  expect(draft?.fields).toEqual({ id, text: 'Which bay today?' });
  await addComment({ ...{ id, post_id: post, parent_id: null, text: 'Which bay now?' }, draftId: draft!.id });
  await queue.upload();
  expect(queue.lastOps().map(([op]) => [op!.op, op!.data?.['text']])).toEqual([
    ['PUT', 'Which bay now?'],
    ['PUT', 'Bay 4'],
  ]);
});
