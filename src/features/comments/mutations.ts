import { v7 } from 'uuid';
import { CreateComment, EditComment } from '#contract/comments.ts';
import { Id } from '#contract/ids.ts';
import { removeDraft } from '#data/drafts/drafts.ts';
import {
  aboutPost,
  act,
  asMember,
  deleteRow,
  fail,
  inOrder,
  pairId,
  parseInput,
  standingPost,
  type WriteResult,
} from '#data/outbox/mutation.ts';
import { withdraw } from '#data/outbox/cancel-unsent.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

export interface NewComment {
  post_id: string;
  /** The comment of the same post that it answers. */
  parent_id: string | null;
  text: string;
  /** Names the action, so that a double tap makes one comment; the draft goes with success. */
  draftId?: string;
}

/** Writes a comment or a reply; it is under its post when this resolves. */
export async function addComment({ draftId, ...input }: NewComment): Promise<WriteResult> {
  const parsed = parseInput(CreateComment, { ...input, image_url: null });
  if (!parsed.ok) return parsed;
  const member = await asMember();
  if (!member.ok) return member;
  const { userId, isStaff, username } = member;
  if (username === null || username === '') return fail('username_missing');
  const { post_id, parent_id, text } = parsed.data;
  const post = await standingPost(member, post_id);
  if (!post) return fail('not_found');
  if (post.isLocked && !isStaff) return fail('comments_locked');

  const id = v7();
  const deed = {
    kind: 'comment',
    entity_id: id,
    subject_id: post_id,
    text,
    about: post.about,
    ...(draftId && Id.safeParse(draftId).success && { action_id: draftId }),
  } as const;
  const result = await act(member, deed, async (tx, metadata, now) => {
    await tx.execute(
      `INSERT INTO comments (id, post_id, user_id, parent_id, text, created_at, _metadata) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [id, post_id, userId, parent_id, text, now, metadata],
    );
  });
  if (result.ok && draftId) await removeDraft(userId, draftId);
  return result;
}

interface CommentRow {
  post_id: string;
  user_id: string;
  image_url: string | null;
}

const COMMENT = 'SELECT post_id, user_id, image_url FROM comments WHERE id = ?';

/** Changes one's own words. Throws away nothing else: image, place and time stay. */
export async function editComment(input: { id: string; text: string }): Promise<WriteResult> {
  const parsed = parseInput(EditComment, input);
  if (!parsed.ok) return parsed;
  const { text } = parsed.data;
  const member = await asMember();
  if (!member.ok) return member;
  const { replica, userId } = member;
  const comment = await replica.db.getOptional<CommentRow>(COMMENT, [input.id]);
  if (comment?.user_id !== userId) return fail('not_found');
  if (text === '' && comment.image_url === null) return fail('comment_empty');
  const deed = {
    kind: 'edit_comment',
    entity_id: input.id,
    subject_id: comment.post_id,
    text,
    about: await aboutPost(member, comment.post_id),
  } as const;
  return act(member, deed, async (tx, metadata, now) => {
    await tx.execute('UPDATE comments SET text = ?, updated_at = ?, _metadata = ? WHERE id = ?', [
      text || null,
      now,
      metadata,
      input.id,
    ]);
  });
}

/** Deletes one's own comment, or as staff any. Replies to it stay. */
export const deleteComment = (id: string): Promise<WriteResult> =>
  inOrder(id, async () => {
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId, isStaff } = member;
    const unsent = await withdraw(member, 'comment', id);
    if (unsent) return unsent;
    const comment = await replica.db.getOptional<CommentRow>(COMMENT, [id]);
    if (!comment || (comment.user_id !== userId && !isStaff)) return fail('not_found');
    const about = await aboutPost(member, comment.post_id);
    const deed = { kind: 'delete_comment', entity_id: id, subject_id: comment.post_id, about } as const;
    return act(member, deed, (tx, metadata) => deleteRow(tx, 'comments', id, metadata));
  });

/** Likes a comment or takes the like back; one like per member and comment. `liked` is what shall be, so that a double tap is no surprise. */
export const likeComment = (commentId: string, liked: boolean): Promise<WriteResult> =>
  inOrder(commentId, async () => {
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId } = member;
    const comment = await replica.db.getOptional<CommentRow & { text: string | null }>(
      'SELECT post_id, user_id, image_url, text FROM comments WHERE id = ?',
      [commentId],
    );
    if (!comment) return fail('not_found');
    const id = pairId('comment_like', commentId, userId);
    const about = comment.text?.slice(0, 80) || (await aboutPost(member, comment.post_id));
    const deed = {
      kind: 'like',
      entity_id: id,
      subject_id: commentId,
      text: liked ? 'on' : 'off',
      about,
      replaces: true,
    } as const;
    return act(member, deed, async (tx, metadata) => {
      const there = await tx.getOptional('SELECT 1 FROM comment_likes WHERE id = ?', [id]);
      if (Boolean(there) === liked) return;
      if (!liked) return deleteRow(tx, 'comment_likes', id, metadata);
      await tx.execute(
        'INSERT INTO comment_likes (id, post_id, comment_id, user_id, _metadata) VALUES (?, ?, ?, ?, ?)',
        [id, comment.post_id, commentId, userId, metadata],
      );
    });
  });
