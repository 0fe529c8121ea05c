import { v7 } from 'uuid';
import { CreateComment, EditComment } from '#contract/comments.ts';
import { Id } from '#contract/ids.ts';
import type { Picture } from '#contract/media.ts';
import { z } from '#contract/zod.ts';
import { toLabel } from '#data/outbox/action.ts';
import { cancelUnsent } from '#data/outbox/cancel.ts';
import { editUnsent } from '#data/outbox/edit.ts';
import { defineMutation, deleteRow, fail, pairId, type Member, type WriteResult } from '#data/outbox/mutation.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';
import { aboutPost, activePost } from '#data/outbox/subjects.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

interface CommentImage {
  id: string;
  post_id: string;
  text: string;
  image: Picture;
}

/** Stores the file for upload. Returns the columns of the comment's row. */
async function holdImage(account: string, { id, post_id, text, image }: CommentImage) {
  const { holdPictures } = await import('#data/media/hold.ts');
  const target = { bucket: 'comment-images', folder: `${post_id}/${id}`, entity_id: id, label: toLabel(text) } as const;
  const [held] = await holdPictures(account, target, [image]);
  if (!held) return {};
  const { url, width, height, alt, preview } = held;
  return { image_url: url, image_width: width, image_height: height, image_alt: alt, image_preview: preview };
}

const add = defineMutation(
  CreateComment,
  { needsUsername: 'username_missing' },
  async (member, { id = v7(), post_id, parent_id, text, image }) => {
    const post = await activePost(member, post_id);
    if (!post) return fail('not_found');
    if (post.isLocked && !member.isStaff) return fail('comments_locked');
    const picture = image ? await holdImage(member.userId, { id, post_id, text, image }) : {};
    return {
      kind: 'comment',
      entity_id: id,
      subject_id: post_id,
      text,
      about: post.about,
      write: (tx, metadata, now) =>
        insertRow(tx, 'comments', {
          ...{ id, post_id, user_id: member.userId, parent_id, text, ...picture },
          ...{ created_at: now, _metadata: metadata },
        }),
    };
  },
);

export interface NewComment {
  /** Of an unsent comment that was edited in the outbox. */
  id?: string | undefined;
  post_id: string;
  /** The comment of the same post that it replies to. */
  parent_id: string | null;
  text: string;
  image?: Picture | undefined;
  /** With it a double tap creates one comment, and the draft is removed on success. */
  draftId?: string;
}

/** Creates a comment or a reply. It is on screen when this resolves. */
export async function addComment({ draftId, ...input }: NewComment): Promise<WriteResult> {
  const account = accountOf(sessionStore.get());
  const result = await add({ ...input, image_url: null }, { draftId, account });
  if (result.ok && input.id && draftId)
    await (await import('#data/outbox/retry.ts')).requeueDependents(draftId, account);
  return result;
}

interface CommentRow {
  post_id: string;
  user_id: string;
  image_url: string | null;
  image_missing: number | null;
  text: string | null;
}

const readComment = ({ db }: Member, id: string): Promise<CommentRow | null> =>
  db.getOptional<CommentRow>('SELECT post_id, user_id, image_url, image_missing, text FROM comments WHERE id = ?', [
    id,
  ]);

/** Changes the text of the member's own comment. Its image stays. */
export const editComment = defineMutation(EditComment, {}, async (member, { id, text }) => {
  const comment = await readComment(member, id);
  if (comment?.user_id !== member.userId) return fail('not_found');
  if (text === '' && (comment.image_url === null || comment.image_missing === 1)) return fail('comment_empty');
  if (await editUnsent(member, { kind: 'comment', entity_id: id }, 'text', text)) return { ok: true, id };
  return {
    kind: 'edit_comment',
    entity_id: id,
    subject_id: comment.post_id,
    text,
    about: await aboutPost(member, comment.post_id),
    write: (tx, _metadata, updated_at) => updateRow(tx, 'comments', id, { text: text || null, updated_at, _metadata }),
  };
});

/** Deletes the member's own comment; staff can delete any. Replies to it stay. An unsent one is cancelled instead. */
export const deleteComment = defineMutation(Id, { serialize: (id) => id }, async (member, id) => {
  const cancelled = await cancelUnsent(member, 'comment', id);
  if (cancelled) return cancelled;
  const comment = await readComment(member, id);
  if (!comment || (comment.user_id !== member.userId && !member.isStaff)) return fail('not_found');
  return {
    kind: 'delete_comment',
    entity_id: id,
    subject_id: comment.post_id,
    about: await aboutPost(member, comment.post_id),
    write: (tx, metadata) => deleteRow(tx, 'comments', id, metadata),
  };
});

const like = defineMutation(
  z.object({ comment_id: Id, liked: z.boolean() }),
  { serialize: ({ comment_id }) => comment_id },
  async (member, { comment_id, liked }) => {
    const comment = await readComment(member, comment_id);
    if (!comment) return fail('not_found');
    const id = pairId('comment_like', comment_id, member.userId);
    return {
      kind: 'like',
      entity_id: id,
      subject_id: comment_id,
      text: liked ? 'on' : 'off',
      about: toLabel(comment.text ?? '') || (await aboutPost(member, comment.post_id)),
      replaces: true,
      write: async (tx, _metadata) => {
        const existing = await tx.getOptional('SELECT 1 FROM comment_likes WHERE id = ?', [id]);
        if (Boolean(existing) === liked) return;
        if (!liked) return deleteRow(tx, 'comment_likes', id, _metadata);
        const row = { id, post_id: comment.post_id, comment_id, user_id: member.userId };
        await insertRow(tx, 'comment_likes', { ...row, _metadata });
      },
    };
  },
);

/** Likes a comment or removes the like. `liked` is the new state, so a double tap changes nothing. */
export const likeComment = (comment_id: string, liked: boolean): Promise<WriteResult> => like({ comment_id, liked });
