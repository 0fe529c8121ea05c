import { v7 } from 'uuid';
import { Id } from '#contract/ids.ts';
import { CreatePost, EditPost } from '#contract/posts.ts';
import { removeDraft } from '#data/drafts/drafts.ts';
import {
  aboutPost,
  act,
  asMember,
  deleteRow,
  fail,
  inOrder,
  parseInput,
  type WriteResult,
} from '#data/outbox/mutation.ts';
import { withdraw } from '#data/outbox/cancel-unsent.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** Posts made by this page, by draft: a second submit of the same draft is the first one's echo. */
const submitted = new Map<string, Promise<WriteResult>>();

/**
 * Writes the post to the device and its queue; it is in the feed when this resolves. `draftId` makes a second call with the same
 * draft return the first one's post (double click, double tap); the draft is removed with success.
 */
export function createPost(input: CreatePost & { draftId?: string }): Promise<WriteResult> {
  const { draftId } = input;
  if (!draftId) return write(input);
  const first = submitted.get(draftId);
  if (first) return first;
  const result = write(input, draftId);
  submitted.set(draftId, result);
  // A refused submit may be corrected and sent again.
  void result.then(({ ok }) => ok || submitted.delete(draftId));
  return result;
}

async function write(input: CreatePost, draftId?: string): Promise<WriteResult> {
  const parsed = parseInput(CreatePost, input);
  if (!parsed.ok) return parsed;
  const member = await asMember();
  if (!member.ok) return member;
  const { userId, username } = member;
  if (username === null || username === '') return fail('username_missing');

  const { title, description, visibility } = parsed.data;
  const id = v7();
  const deed = {
    kind: 'post',
    entity_id: id,
    text: [title, description].filter(Boolean).join('\n'),
    label: title || description,
    // The draft names the action, so that even a submit repeated after a reload is the same one.
    ...(draftId && Id.safeParse(draftId).success && { action_id: draftId }),
  } as const;
  const result = await act(member, deed, async (tx, metadata, now) => {
    await tx.execute(
      `INSERT INTO posts (id, user_id, title, description, visibility, created_at, _metadata) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [id, userId, title || null, description || null, visibility, now, metadata],
    );
  });
  if (result.ok && draftId) await removeDraft(userId, draftId);
  return result;
}

interface Own {
  user_id: string;
  has_media: number;
}

/** Changes the words of one's own post. An image, a gif, a video or a poll counts as content. */
export async function editPost(input: {
  id: string;
  title: string;
  description: string;
  /** Pinned to the top; for staff only, and only when it is to change. */
  sticky?: boolean | undefined;
}): Promise<WriteResult> {
  const member = await asMember();
  if (!member.ok) return member;
  const { replica, userId, isStaff } = member;
  const post = await replica.db.getOptional<Own>(
    `SELECT user_id, coalesce(image_url, gif_url, video_url, poll_id) IS NOT NULL
       OR EXISTS (SELECT 1 FROM post_images i WHERE i.post_id = posts.id) AS has_media
     FROM posts WHERE id = ? AND coalesce(status, '') <> 'removed'`,
    [input.id],
  );
  if (post?.user_id !== userId) return fail('not_found');
  const parsed = parseInput(EditPost, { ...input, has_media: post.has_media === 1 });
  if (!parsed.ok) return parsed;
  const { title, description } = parsed.data;
  const deed = {
    kind: 'edit_post',
    entity_id: input.id,
    text: [title, description].filter(Boolean).join('\n'),
    label: title || description,
    about: await aboutPost(member, input.id),
  } as const;
  return act(member, deed, async (tx, metadata) => {
    const pin = input.sticky !== undefined && isStaff;
    await tx.execute(
      `UPDATE posts SET title = ?, description = ?, ${pin ? 'sticky = ?, ' : ''}_metadata = ? WHERE id = ?`,
      [title || null, description || null, ...(pin ? [Number(input.sticky)] : []), metadata, input.id],
    );
  });
}

/** Deletes one's own post, or as staff any. One that never left this device is only taken back. */
export const deletePost = (id: string): Promise<WriteResult> =>
  inOrder(id, async () => {
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId, isStaff } = member;
    const unsent = await withdraw(member, 'post', id);
    if (unsent) return unsent;
    const post = await replica.db.getOptional<{ user_id: string }>('SELECT user_id FROM posts WHERE id = ?', [id]);
    if (!post || (post.user_id !== userId && !isStaff)) return fail('not_found');
    const deed = { kind: 'delete_post', entity_id: id, about: await aboutPost(member, id) } as const;
    return act(member, deed, (tx, metadata) => deleteRow(tx, 'posts', id, metadata));
  });
