import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { changeJob, listJobs, removeJobs } from '#data/media/media-store.ts';
import { uploadNow } from '#data/media/media-lane.ts';
import { defineMutation, deleteRow, type WriteResult } from '#data/outbox/mutation.ts';
import { updateRow } from '#data/outbox/write.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

const flush = (): void => replicaStore.get()?.flush({ force: true });

/** Uploads also without Wi-Fi. */
export function sendFilesNow(): void {
  uploadNow();
  flush();
}

/** Tries files again that the server refused. */
export async function retryFiles(ids: readonly string[]): Promise<void> {
  const account = accountOf(sessionStore.get());
  for (const id of ids) {
    await changeJob(account, id, {
      ...{ state: 'queued', failures: 0, not_before: 0, sent: 0, confirmed: -1 },
      ...{ upload_url: null, error: null },
    });
  }
  flush();
}

const leaveOut = defineMutation(z.array(z.string()), {}, async ({ userId }, ids) => {
  // The profile does not name a picture before it is uploaded.
  const jobs = (await listJobs(userId))
    .filter((job) => job.kind !== 'profile_picture')
    .filter(({ id }) => ids.includes(id));
  const [first] = jobs;
  if (!first) return { ok: true, id: '' };
  return {
    kind: 'edit_post',
    entity_id: first.entity_id,
    label: first.label,
    // No form has chosen this.
    input: null,
    async write(tx, metadata) {
      for (const { id, kind, entity_id } of jobs) {
        if (kind === 'video') await updateRow(tx, 'posts', entity_id, { video_url: null, _metadata: metadata });
        else await deleteRow(tx, 'post_images', id, metadata);
      }
    },
  };
});

/** A comment that was only an image is deleted. */
const deleteEmptyComment = defineMutation(Id, {}, async ({ db }, id) => {
  const comment = await db.getOptional<{ text: string | null; post_id: string }>(
    'SELECT text, post_id FROM comments WHERE id = ?',
    [id],
  );
  if (!comment || comment.text) return { ok: true, id };
  return {
    kind: 'delete_comment',
    entity_id: id,
    subject_id: comment.post_id,
    write: (tx, metadata) => deleteRow(tx, 'comments', id, metadata),
  };
});

/** The comment stays without its image, which nobody else has seen. */
export async function leaveCommentImageOut(id: string, files: readonly string[]): Promise<WriteResult> {
  const account = accountOf(sessionStore.get());
  const result = await deleteEmptyComment(id, { account });
  if (result.ok) await removeJobs(account, files);
  return result;
}

/** The post goes out without these pictures. */
export async function leaveFilesOut(
  ids: readonly string[],
  account = accountOf(sessionStore.get()),
): Promise<WriteResult> {
  const result = await leaveOut([...ids], { account });
  if (result.ok) await removeJobs(account, ids);
  return result;
}
