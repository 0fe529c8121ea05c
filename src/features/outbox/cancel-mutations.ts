import { v7 } from 'uuid';
import { Id } from '#contract/ids.ts';
import { cancelUnsent } from '#data/outbox/cancel.ts';
import { defineMutation, deleteRow } from '#data/outbox/mutation.ts';
import { memberReplica } from '#data/outbox/write.ts';
import { leaveFilesOut } from '#features/media/upload-mutations.ts';
import { fieldsOfPost } from './draft-of.ts';
import { inputOfPost } from './former-inputs.ts';
import type { OutboxResult } from './mutations.ts';

/** An unsent post is cancelled, so that neither it nor its deletion is sent. */
const removePost = defineMutation(Id, { serialize: (id) => id }, async (member, id) => {
  const cancelled = await cancelUnsent(member, 'post', id);
  if (cancelled) return cancelled;
  return { kind: 'delete_post', entity_id: id, write: (tx, metadata) => deleteRow(tx, 'posts', id, metadata) };
});

const POST_SQL = `SELECT p.title, p.description, p.visibility, coalesce(r.readers, p.shared_with) AS shared_with, p.sticky, p.gif_url, p.video_url, p.user_id, p.status,
    q.question, q.options
  FROM posts p LEFT JOIN post_readers r ON r.id = p.id LEFT JOIN polls q ON q.id = p.poll_id WHERE p.id = ?`;

/** draft: the post is a draft again; left_out: it is without the files. */
export type Cancelled = { ok: true; became: 'draft' | 'left_out' } | Extract<OutboxResult, { ok: false }>;

/** Cancels uploads: an unseen post becomes a draft with its files; an older one only loses the new files. */
export async function cancelUpload(postId: string, files: readonly string[]): Promise<Cancelled> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { userId: account, replica } = open;
  const post = await replica.db.getOptional<Record<string, unknown>>(POST_SQL, [postId]);
  // Without a status: the server has it, and the row has not synced yet.
  if (!post || post['status'] === 'live') {
    const result = await leaveFilesOut(files, account);
    return result.ok ? { ok: true, became: 'left_out' } : result;
  }
  const [{ heldPictures, releasePictures }, { storeDraft, removeDraft }] = await Promise.all([
    import('#data/media/hold.ts'),
    import('#data/drafts/drafts.ts'),
  ]);
  const held = await heldPictures(account, postId);
  // New ids: the rows of the deleted post have the old ones for a while.
  const pictures = held.map((picture) => ({ ...picture, id: v7() }));
  const fields = fieldsOfPost(inputOfPost(post));
  const id = v7();
  // Stored first, so that the post is always in one of the two.
  const saved = await storeDraft(account, { id, place: 'post', fields, files: pictures, changed_at: Date.now() });
  if (saved !== 'saved') return { ok: false, code: saved === 'full' ? 'storage_full' : 'storage_unavailable' };
  const result = await removePost(postId, { account });
  if (!result.ok) {
    await removeDraft(account, id);
    return result;
  }
  // A video stays, and belongs to the draft.
  await releasePictures(
    account,
    postId,
    held.map((picture) => picture.id),
  );
  return { ok: true, became: 'draft' };
}
