import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { draftsOf } from '#data/drafts/drafts.ts';
import { heldPictures, holdPictures } from '#data/media/hold.ts';
import { cancelUpload } from '#features/outbox/cancel-mutations.ts';
import { addComment } from '#features/comments/mutations.ts';
import { leaveCommentImageOut } from '#features/media/upload-mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { applied, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

/** A new post, and a picture that waits for upload. */
async function postWithPicture(): Promise<{ id: string; files: string[] }> {
  const post = await createPost({ title: 'Steel day', description: '', visibility: 'public' });
  if (!post.ok) throw new Error(post.code);
  const { id } = post;
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const picture = {
    id: crypto.randomUUID(),
    name: 'a.jpg',
    type: 'image/jpeg',
    width: 9,
    height: 6,
    preview: '',
    alt: '',
  };
  const held = await holdPictures(ME, { bucket: 'post-images', folder: id, entity_id: id, label: 'Steel day' }, [
    { ...picture, located: false, bytes },
  ]);
  return { id, files: held.map((file) => file.id) };
}

test('cancelling the upload of an unsent post sends neither the post nor its deletion, and keeps a draft', async () => {
  const { id, files } = await postWithPicture();
  expect(await cancelUpload(id, files)).toEqual({ ok: true, became: 'draft' });
  expect(await queue.queueLength()).toBe(0);
  expect(await queue.outbox()).toEqual([]);
  await queue.upload();
  expect(queue.batches).toEqual([]);
  expect(await heldPictures(ME, id)).toEqual([]);
  const [draft] = await draftsOf(ME, 'post');
  expect(draft).toMatchObject({ fields: { title: 'Steel day' }, files: [{ name: 'a.jpg' }] });
});

test('cancelling the upload of a sent post deletes it', async () => {
  const { id, files } = await postWithPicture();
  queue.answers = [applied];
  await queue.upload();
  expect(await cancelUpload(id, files)).toEqual({ ok: true, became: 'draft' });
  await queue.upload();
  const ops = queue.batches.flatMap(({ actions }) => actions.flatMap((action) => action.ops.map(({ op }) => op)));
  expect(ops).toEqual(['PUT', 'DELETE']);
});

test.each([
  ['with text stays', 'From the tower', ['PUT', 'PUT']],
  ['that was only an image is deleted', '', ['PUT', 'PUT', 'DELETE']],
])('without its image a comment %s', async (_name, text, expected) => {
  const post = await createPost({ title: 'Steel day', description: '', visibility: 'public' });
  if (!post.ok) throw new Error(post.code);
  const image = {
    id: crypto.randomUUID(),
    name: 'a.jpg',
    type: 'image/jpeg',
    width: 9,
    height: 6,
    preview: '',
    alt: '',
  };
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const comment = await addComment({
    ...{ post_id: post.id, parent_id: null, text },
    image: { ...image, located: false, bytes },
  });
  if (!comment.ok) throw new Error(comment.code);
  queue.answers = [applied, applied];
  await queue.upload();
  expect(await leaveCommentImageOut(comment.id, [image.id])).toMatchObject({ ok: true });
  await queue.upload();
  const ops = queue.batches.flatMap(({ actions }) => actions.flatMap((action) => action.ops.map(({ op }) => op)));
  expect(ops).toEqual(expected);
  expect(await heldPictures(ME, comment.id)).toEqual([]);
});
