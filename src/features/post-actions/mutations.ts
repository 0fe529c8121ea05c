import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { cancelUnsent } from '#data/outbox/cancel.ts';
import { defineMutation, deleteRow, fail, pairId, type WriteResult } from '#data/outbox/mutation.ts';
import { aboutPost, activePost } from '#data/outbox/subjects.ts';
import { insertRow } from '#data/outbox/write.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

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

const save = defineMutation(
  z.object({ post_id: Id, saved: z.boolean() }),
  { serialize: ({ post_id }) => post_id },
  async (member, { post_id, saved }) => {
    const post = await activePost(member, post_id);
    if (!post) return fail('not_found');
    const id = pairId('saved_post', post_id, member.userId);
    return {
      kind: 'save',
      entity_id: id,
      subject_id: post_id,
      text: saved ? 'on' : 'off',
      about: post.about,
      replaces: true,
      write: async (tx, metadata, now) => {
        const existing = await tx.getOptional('SELECT 1 FROM saved_posts WHERE id = ?', [id]);
        if (Boolean(existing) === saved) return;
        if (!saved) return deleteRow(tx, 'saved_posts', id, metadata);
        await insertRow(tx, 'saved_posts', {
          ...{ id, post_id, user_id: member.userId, created_at: now, _metadata: metadata },
        });
      },
    };
  },
);

/** Saves a post for later or removes it from the list. `saved` is the new state, so a double tap changes nothing. */
export const savePost = (post_id: string, saved: boolean): Promise<WriteResult> => save({ post_id, saved });
