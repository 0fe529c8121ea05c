import { v7 } from 'uuid';
import type { WriteErrorCode } from '#contract/errors.ts';
import { CreatePost } from '#contract/posts.ts';
import { removeDraft } from '#data/local/drafts.ts';
import { memberReplica, writeAction } from '#data/write.ts';

export type CreatePostResult = { ok: true; id: string } | { ok: false; code: WriteErrorCode };

/** Posts made by this page, by draft: a second submit of the same draft is the first one's echo. */
const submitted = new Map<string, Promise<CreatePostResult>>();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LABEL_LENGTH = 80;

/**
 * Writes the post to the device and its queue; it is in the feed when this resolves. `draftId` makes a second call with the same
 * draft return the first one's post (double click, double tap); the draft is removed with success.
 */
export function createPost(input: CreatePost & { draftId?: string }): Promise<CreatePostResult> {
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

async function write(input: CreatePost, draftId?: string): Promise<CreatePostResult> {
  const parsed = CreatePost.safeParse({
    title: input.title,
    description: input.description,
    visibility: input.visibility,
  });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    if (issue?.message === 'post_empty') return { ok: false, code: 'post_empty' };
    return { ok: false, code: issue?.message === 'too_long' ? 'too_long' : 'invalid_input' };
  }
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica, userId } = open;
  const profile = await replica.db.getOptional<{ username: string | null }>(
    'SELECT username FROM my_profile WHERE id = ?',
    [userId],
  );
  if (profile && !profile.username) return { ok: false, code: 'username_missing' };

  const { title, description, visibility } = parsed.data;
  const action = {
    // The draft names the action, so that even a submit repeated after a reload is the same one.
    tx: draftId && UUID.test(draftId) ? draftId : v7(),
    kind: 'post' as const,
    entityId: v7(),
    label: (title || description).slice(0, LABEL_LENGTH),
    bytes: new TextEncoder().encode(title + description).length,
    createdAt: new Date().toISOString(),
  };
  const result = await writeAction(replica, action, async (tx, metadata) => {
    await tx.execute(
      `INSERT INTO posts (id, user_id, title, description, visibility, created_at, _metadata) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [action.entityId, userId, title || null, description || null, visibility, action.createdAt, metadata],
    );
  });
  if (!result.ok) return result;
  if (draftId) await removeDraft(userId, draftId);
  return { ok: true, id: result.entityId };
}
