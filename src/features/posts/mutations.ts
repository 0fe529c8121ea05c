import { v7 } from 'uuid';
import { Id } from '#contract/ids.ts';
import { CreatePost, EditPost } from '#contract/posts.ts';
import { z } from '#contract/zod.ts';
import { cancelUnsent } from '#data/outbox/cancel.ts';
import { defineMutation, deleteRow, fail, parseInput, type WriteResult } from '#data/outbox/mutation.ts';
import { insertRow } from '#data/outbox/write.ts';
import { aboutPost } from '#data/outbox/subjects.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** Stores the files before the rows that name them. */
async function holdImages(account: string, id: string, label: string, images: CreatePost['images'] = []) {
  if (images.length === 0) return [];
  const { holdPictures } = await import('#data/media/hold.ts');
  return holdPictures(account, { bucket: 'post-images', folder: id, entityId: id, label }, images);
}

const create = defineMutation(CreatePost, { needsUsername: 'username_missing' }, async ({ userId }, input) => {
  const { title, description, visibility, shared_with, gif_url, poll, sticky } = input;
  const id = v7();
  const label = title || description || poll?.question || '';
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
      if (poll) {
        await tx.execute(
          'INSERT INTO polls (id, question, options, created_by, visibility, _metadata) VALUES (?, ?, ?, ?, ?, ?)',
          [pollId, poll.question, JSON.stringify(poll.options), userId, visibility, metadata],
        );
      }
      const row = {
        ...{ id, user_id: userId, title: title || null, description: description || null, visibility, created_at: now },
        ...(gif_url && { gif_url }),
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

/** Posts created by this page, by draft: a second submit of the same draft returns the result of the first, even after it was sent. */
const submitted = new Map<string, Promise<WriteResult>>();

/** Creates a post. It is in the feed when this resolves. With `draftId` a double click creates one post, and the draft is removed on success. */
export function createPost({ draftId, ...input }: CreatePost & { draftId?: string }): Promise<WriteResult> {
  if (!draftId) return create(input);
  const first = submitted.get(draftId);
  if (first) return first;
  const result = create(input, { draftId });
  submitted.set(draftId, result);
  // A failed submit can be corrected and repeated.
  void result.then(({ ok }) => ok || submitted.delete(draftId));
  return result;
}

interface OwnPost {
  user_id: string;
  has_media: number;
}

const PostEdit = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  /** Pinned to the top. For staff only; omitted if it does not change. */
  sticky: z.optional(z.boolean()),
});

/** Changes the text of the member's own post. An image or a gif counts as content. */
export const editPost = defineMutation(PostEdit, {}, async (member, input) => {
  const post = await member.db.getOptional<OwnPost>(
    `SELECT user_id, coalesce(image_url, gif_url) IS NOT NULL
       OR EXISTS (SELECT 1 FROM post_images i WHERE i.post_id = posts.id) AS has_media
     FROM posts WHERE id = ? AND coalesce(status, '') <> 'removed'`,
    [input.id],
  );
  if (post?.user_id !== member.userId) return fail('not_found');
  const parsed = parseInput(EditPost, { ...input, has_media: post.has_media === 1 });
  if (!parsed.ok) return parsed;
  const { title, description } = parsed.data;
  const pin = input.sticky !== undefined && member.isStaff;
  return {
    kind: 'edit_post',
    entity_id: input.id,
    text: [title, description].filter(Boolean).join('\n'),
    label: title || description,
    about: await aboutPost(member, input.id),
    write: (tx, metadata) =>
      tx.execute(
        `UPDATE posts SET title = ?, description = ?, ${pin ? 'sticky = ?, ' : ''}_metadata = ? WHERE id = ?`,
        [title || null, description || null, ...(pin ? [Number(input.sticky)] : []), metadata, input.id],
      ),
  };
});

/** Deletes the member's own post; staff can delete any. An unsent one is cancelled instead. */
export const deletePost = defineMutation(Id, { serialize: (id) => id }, async (member, id) => {
  const cancelled = await cancelUnsent(member, 'post', id);
  if (cancelled) return cancelled;
  const post = await member.db.getOptional<{ user_id: string }>('SELECT user_id FROM posts WHERE id = ?', [id]);
  if (!post || (post.user_id !== member.userId && !member.isStaff)) return fail('not_found');
  return {
    kind: 'delete_post',
    entity_id: id,
    about: await aboutPost(member, id),
    write: (tx, metadata) => deleteRow(tx, 'posts', id, metadata),
  };
});
