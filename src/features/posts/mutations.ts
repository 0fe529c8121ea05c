import { v7 } from 'uuid';
import { editPictures, toImages } from '#contract/edited-pictures.ts';
import { IMAGE_LIMITS, storedUrl } from '#contract/media.ts';
import type { StoredPicture } from '#contract/post-images.ts';
import { CreatePost, EditPost } from '#contract/posts.ts';
import { defineMutation, deleteRow, fail, type MutationOptions, type WriteResult } from '#data/outbox/mutation.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';
import { aboutPost } from '#data/outbox/subjects.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { POST_PICTURES_SQL } from './post-sql.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** The address that the video of a draft will have. Null: it is not on this device. */
async function addressOfVideo(account: string, id: string): Promise<string | null> {
  const { readJob } = await import('#data/media/media-store.ts');
  const job = await readJob(account, id);
  return job && storedUrl(job.bucket, job.path);
}

/** Stores the files before the rows that name them. */
async function holdImages(account: string, id: string, label: string, images: CreatePost['images'] = []) {
  if (images.length === 0) return [];
  const { holdPictures } = await import('#data/media/hold.ts');
  return holdPictures(account, { bucket: 'post-images', folder: id, entity_id: id, label }, images);
}

const create = defineMutation(CreatePost, { needsUsername: 'username_missing' }, async ({ userId }, input) => {
  const { title, description, visibility, shared_with, gif_url, poll, sticky } = input;
  const { id = v7() } = input;
  const label = title || description || poll?.question || '';
  const video = input.video ? await addressOfVideo(userId, input.video) : undefined;
  if (video === null) return fail('video_missing');
  const images = await holdImages(userId, id, label, input.images);
  const pollId = poll && v7();
  const readers = shared_with?.length === 0 ? [userId] : shared_with;
  return {
    kind: 'post',
    entity_id: id,
    text: [title, description, poll?.question, ...(poll?.options ?? [])].filter(Boolean).join('\n'),
    label,
    async write(tx, metadata, now) {
      // Before the post: the server binds a poll that exists.
      if (poll && pollId) {
        const { question, options } = poll;
        const row = { id: pollId, question, options: JSON.stringify(options), created_by: userId, visibility };
        await insertRow(tx, 'polls', { ...row, _metadata: metadata });
      }
      const row = {
        ...{ id, user_id: userId, title: title || null, description: description || null, visibility, created_at: now },
        ...(gif_url && { gif_url }),
        ...(video && { video_url: video }),
        ...(pollId && { poll_id: pollId }),
        ...(sticky && { sticky: 1 }),
        ...(visibility === 'friends' && readers && { shared_with: JSON.stringify(readers) }),
        _metadata: metadata,
      };
      await insertRow(tx, 'posts', row);
      for (const image of images)
        await insertRow(tx, 'post_images', { ...image, post_id: id, user_id: userId, _metadata: metadata });
    },
  };
});

/** Its video now belongs to the post: if the page is closed before, the lane finds it by the address. */
async function createWithVideo(input: CreatePost, options: MutationOptions): Promise<WriteResult> {
  const { account = accountOf(sessionStore.get()) } = options;
  const result = await create(input, { ...options, account });
  if (result.ok && input.video) {
    const { changeJob } = await import('#data/media/media-store.ts');
    const label = input.title || input.description;
    await changeJob(account, input.video, { state: 'queued', entity_id: result.id, label }).catch(() => {});
  }
  if (result.ok && input.id && options.draftId)
    await (await import('#data/outbox/retry.ts')).requeueDependents(options.draftId, account);
  return result;
}

/** Posts created by this page, by draft: a second submit returns the first result, even after sending. */
const submitted = new Map<string, Promise<WriteResult>>();

/** Creates a post, in the feed when this resolves. `draftId`: a double click creates one; success removes the draft. */
export function createPost({ draftId, account, ...input }: CreatePost & MutationOptions): Promise<WriteResult> {
  if (!draftId) return createWithVideo(input, { account });
  const first = submitted.get(draftId);
  if (first) return first;
  const result = createWithVideo(input, { draftId, account });
  submitted.set(draftId, result);
  // A failed submit can be corrected and repeated.
  const forget = () => submitted.delete(draftId);
  result.then(({ ok }) => ok || forget(), forget);
  return result;
}

interface OwnPost {
  user_id: string;
  gif_url: string | null;
  image_url: string | null;
  images: string | null;
  poll_id: string | null;
  /** A JSON list. */
  poll_counts: string | null;
}

const OWN_POST_SQL = `SELECT user_id, gif_url, image_url, images, poll_id,
    (SELECT counts FROM poll_stats WHERE id = posts.poll_id) AS poll_counts
  FROM posts WHERE id = ? AND coalesce(status, '') <> 'removed'`;

/** Where a new picture waits until the last of the old ones is gone. */
const LAST_POSITION = IMAGE_LIMITS.perPost - 1;

/** Changes the member's own post. Its audience stays, and its poll once somebody has voted. */
export const editPost = defineMutation(EditPost, {}, async (member, input) => {
  const { id, title, description, gif_url, video_url, sticky, poll } = input;
  const { db, userId } = member;
  const post = await db.getOptional<OwnPost>(OWN_POST_SQL, [id]);
  if (post?.user_id !== userId || (poll && !post.poll_id)) return fail('not_found');
  if (poll && (JSON.parse(post.poll_counts ?? '[]') as number[]).some(Boolean)) return fail('poll_voted');
  const before = await db.getAll<StoredPicture>(POST_PICTURES_SQL, [id]);
  const { kept, removed, described, moved, added: places } = editPictures(before, input);
  // With pictures, `image_url` is the address of the first one.
  const hasOtherMedia = post.images ? before.length === 0 : Boolean(post.image_url);
  const hasContent = Boolean(title || description || (gif_url === undefined ? post.gif_url : gif_url));
  if (!hasContent && !hasOtherMedia && kept.length === 0 && !input.images?.length) return fail('post_empty');
  const label = title || description;
  const held = await holdImages(userId, id, label, input.images);
  const added = places.flatMap(([each, position]) =>
    held.filter((row) => row.id === each).map((row) => ({ ...row, position })),
  );
  const changesPictures = removed.length + described.length + moved.length + added.length > 0;
  return {
    kind: 'edit_post',
    entity_id: id,
    text: [title, description, poll?.question, ...(poll?.options ?? [])].filter(Boolean).join('\n'),
    label,
    about: await aboutPost(member, id),
    async write(tx, _metadata) {
      const change = () =>
        updateRow(tx, 'posts', id, {
          ...{ title: title || null, description: description || null },
          ...(gif_url !== undefined && { gif_url }),
          ...(video_url === null && { video_url }),
          ...(sticky !== undefined && member.isStaff && { sticky: Number(sticky) }),
          // Shown until the server's copy arrives; not sent.
          ...(changesPictures && { images: toImages([...kept, ...added]) }),
          _metadata,
        });
      // The server checks each of these steps: the post has content, and at most five pictures.
      const last = hasContent || kept.length > 0 ? [] : removed.slice(-1);
      if (hasContent) await change();
      for (const each of removed) if (!last.includes(each)) await deleteRow(tx, 'post_images', each, _metadata);
      for (const [each, position] of moved) await updateRow(tx, 'post_images', each, { position, _metadata });
      for (const row of added) {
        const isFirst = row === added[0] && last.length > 0;
        const position = isFirst ? LAST_POSITION : row.position;
        await insertRow(tx, 'post_images', { ...row, position, post_id: id, user_id: userId, _metadata });
        if (!isFirst) continue;
        for (const each of last) await deleteRow(tx, 'post_images', each, _metadata);
        await updateRow(tx, 'post_images', row.id, { position: row.position, _metadata });
      }
      for (const [each, alt] of described) await updateRow(tx, 'post_images', each, { alt, _metadata });
      if (poll) {
        const { question, options } = poll;
        await updateRow(tx, 'polls', post.poll_id ?? '', { question, options: JSON.stringify(options), _metadata });
      }
      if (!hasContent) await change();
    },
  };
});
