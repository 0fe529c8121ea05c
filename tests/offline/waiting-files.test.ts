import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { storeDraft } from '#data/drafts/drafts.ts';
import { holdPictures, holdVideo } from '#data/media/hold.ts';
import { dropMedia, listJobs } from '#data/media/media-store.ts';
import { fileReadiness } from '#data/media/readiness.ts';
import { discardAction } from '#data/outbox/discard.ts';
import { addComment } from '#features/comments/mutations.ts';
import { deletePost } from '#features/post-actions/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { judged, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
afterEach(() => dropMedia(ME));

const POST = '018f0000-0000-7000-8000-0000000000a0';
const picture = (id: string) => ({
  ...{ id, name: 'a.jpg', type: 'image/jpeg', width: 4, height: 3, preview: '', alt: '', located: false },
  bytes: new Uint8Array([1, 2, 3]).buffer,
});
const [ONE, TWO] = ['018f0000-0000-7000-8000-0000000000b1', '018f0000-0000-7000-8000-0000000000b2'] as const;
const text = { title: 'Zeroed', description: '', visibility: 'public' } as const;
const livePost = () => queue.synced('posts', POST, { user_id: ME, title: 'Old', visibility: 'public', status: 'live' });

/** The pictures that others see of a post. */
const shows = (post: string, name: string) =>
  JSON.stringify([{ url: `/storage/v1/object/authenticated/post-images/${post}/${name}.jpg` }]);

/** By file. `part` is what the lane has stored of it since. */
async function readiness(part: { state?: 'sent'; created_at?: number; isChecked?: boolean } = {}, hasDraft = false) {
  const jobs = (await listJobs(ME)).filter((job) => job.kind !== 'profile_picture');
  const found = jobs.map((job) => fileReadiness(queue.db, { ...job, ...part }, async () => hasDraft));
  return Promise.all(found);
}
const refuse = judged(() => ({ code: '42501', message: 'You are muted.' }));
const actionId = async () => (await queue.outbox()).at(-1)!.action_id;

test('a picture of a comment that this device does not have is sent, and only then deleted', async () => {
  const place = { bucket: 'comment-images', folder: `${POST}/${ONE}`, entity_id: ONE, label: '' } as const;
  await holdPictures(ME, place, [picture(TWO)]);
  // The comment is committed a moment after its file.
  expect(await readiness()).toEqual(['wait']);
  expect(await readiness({ created_at: 0 })).toEqual(['ready']);
  expect(await readiness({ created_at: 0, state: 'sent' })).toEqual(['done']);
});

test('the picture of a comment stays until others see it, or the server has accepted it', async () => {
  const place = { bucket: 'comment-images', folder: `${POST}/${ONE}`, entity_id: ONE, label: '' } as const;
  await holdPictures(ME, place, [picture(TWO)]);
  await queue.synced('comments', ONE, { user_id: ME, post_id: POST, image_missing: 1 });
  expect(await readiness({ state: 'sent' })).toEqual(['ready']);
  expect(await readiness({ state: 'sent', isChecked: true })).toEqual(['done']);
  await queue.synced('comments', ONE, { user_id: ME, post_id: POST, image_missing: 0 });
  expect(await readiness({ state: 'sent' })).toEqual(['done']);
});

test('a picture waits for its unsent comment, also while that is refused, and is deleted when that is discarded', async () => {
  await livePost();
  expect(await addComment({ post_id: POST, parent_id: null, text: 'Bay 4', image: picture(ONE) })).toMatchObject({
    ok: true,
  });
  expect(await readiness()).toEqual(['wait']);
  queue.answers = [refuse];
  await queue.upload();
  expect(await readiness({ created_at: 0 })).toEqual(['wait']);
  await discardAction(await actionId());
  expect(await listJobs(ME)).toEqual([]);
});

test('a picture that an edit adds waits for that edit, also while it is refused, and is deleted when that is discarded', async () => {
  await livePost();
  await editPost({ id: POST, title: 'New', description: '', images: [picture(ONE)] });
  expect(await readiness()).toEqual(['wait']);
  queue.answers = [refuse];
  await queue.upload();
  expect(await readiness({ created_at: 0 })).toEqual(['wait']);
  await discardAction(await actionId());
  expect(await listJobs(ME)).toEqual([]);
});

test('discarding an edit keeps the files that still belong to its post', async () => {
  const post = await createPost({ ...text, images: [picture(ONE)] });
  if (!post.ok) throw new Error(post.code);
  await queue.synced('posts', post.id, { user_id: ME, title: 'Zeroed', visibility: 'public', status: 'live' });
  await editPost({ id: post.id, title: 'New', description: '', images: [picture(TWO)] });
  await discardAction(await actionId());
  expect((await listJobs(ME)).map(({ id }) => id)).toEqual([ONE]);
  await discardAction(await actionId());
  expect(await listJobs(ME)).toEqual([]);
});

test('the picture of a new post is sent when the server has accepted the post, and deleted when it has published it', async () => {
  const post = await createPost({ ...text, images: [picture(ONE)] });
  expect(await readiness()).toEqual(['wait']);
  await queue.upload();
  // Not synced yet.
  expect(await queue.db.get('SELECT status FROM posts')).toEqual({ status: null });
  expect(await readiness()).toEqual(['ready']);
  expect(await readiness({ state: 'sent' })).toEqual(['ready']);
  const id = post.ok ? post.id : '';
  await queue.synced('posts', id, { user_id: ME, visibility: 'public', status: 'live', images: shows(id, ONE) });
  expect(await readiness({ state: 'sent' })).toEqual(['done']);
});

test('a picture that was added to a post which is not on this device is sent', async () => {
  await holdPictures(ME, { bucket: 'post-images', folder: POST, entity_id: POST, label: '' }, [picture(ONE)]);
  expect(await readiness({ created_at: 0 })).toEqual(['ready']);
  expect(await readiness({ created_at: 0, state: 'sent' })).toEqual(['done']);
});

test('the file of a post that waits for its other files stays; of a deleted one it is dropped when the server has the deletion', async () => {
  const live = { user_id: ME, title: 'Old', visibility: 'public', status: 'live' };
  await queue.synced('posts', POST, { ...live, images: shows(POST, ONE) });
  await holdPictures(ME, { bucket: 'post-images', folder: POST, entity_id: POST, label: '' }, [picture(ONE)]);
  expect(await readiness({ state: 'sent' })).toEqual(['done']);
  // An edit has added it: it can still be refused, so its bytes stay.
  await queue.synced('posts', POST, { ...live, images: shows(POST, TWO) });
  expect(await readiness({ state: 'sent' })).toEqual(['ready']);
  expect(await readiness({ state: 'sent', isChecked: true })).toEqual(['done']);
  await queue.synced('posts', POST, { user_id: ME, title: 'Old', visibility: 'public', status: 'pending_media' });
  expect(await readiness({ state: 'sent' })).toEqual(['ready']);
  await deletePost(POST);
  expect(await readiness({ created_at: 0 })).toEqual(['wait']);
  await queue.upload();
  expect(await readiness({ created_at: 0 })).toEqual(['gone']);
});

test('the video of a discarded post is deleted, but not that of a post which became a draft again', async () => {
  const video = {
    type: 'video/mp4',
    name: 'a.mp4',
    width: 4,
    height: 3,
    seconds: 4,
    located: false,
    still: '',
  } as const;
  const id = await holdVideo(ME, { ...video, bytes: new Uint8Array(9).buffer });
  expect(await createPost({ ...text, video: id })).toMatchObject({ ok: true });
  await storeDraft(ME, { id: ONE, place: 'post', fields: { video: id }, files: [], changed_at: Date.now() });
  await discardAction(await actionId());
  expect(await listJobs(ME)).toMatchObject([{ id, state: 'draft', entity_id: '' }]);
  const again = await createPost({ ...text, video: id, draftId: ONE });
  expect(again).toMatchObject({ ok: true });
  expect(await readiness({ created_at: 0 }, true)).toEqual(['wait']);
  await discardAction(await actionId());
  expect(await listJobs(ME)).toEqual([]);
});
