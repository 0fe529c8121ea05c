import type { CommonPowerSyncDatabase } from '@powersync/common';
import type { Readiness } from './lane.ts';
import type { PostFile, Video } from './media-row.ts';

/** Files are stored just before their post is committed. */
const COMMIT_PATIENCE_MS = 60_000;

/** An unsent action creates the row that this file is stored for: its post, its comment, or its picture in an edit. */
const STATE_SQL = `SELECT
    EXISTS (SELECT 1 FROM outbox, json_each(outbox.ops) op WHERE state <> 'sent' AND op.value ->> '$.op' = 'PUT'
      AND op.value ->> '$.id' IN (?1, ?2)) AS waits,
    EXISTS (SELECT 1 FROM outbox, json_each(outbox.ops) op WHERE state = 'sent' AND op.value ->> '$.op' = 'PUT'
      AND op.value ->> '$.id' IN (?1, ?2)) AS accepted,
    (SELECT min(state = 'sent') FROM outbox, json_each(outbox.ops) op WHERE op.value ->> '$.op' = 'DELETE'
      AND op.value ->> '$.id' = ?1) AS deleted,
    coalesce((SELECT CASE WHEN status = 'live' AND ?3 IS NOT NULL AND instr(coalesce(images, ''), ?3) = 0 THEN 'unseen' ELSE coalesce(status, '') END
        FROM posts WHERE id = ?1),
      (SELECT CASE WHEN image_missing = 1 AND ?3 IS NOT NULL THEN 'unseen' ELSE 'live' END FROM comments WHERE id = ?1)) AS status`;

interface RowState {
  waits: number;
  /** The server has applied that action. Its row is synced later, over a connection that may drop often. */
  accepted: number;
  /** 1: the server has its deletion; 0: that still waits. */
  deleted: number | null;
  /** '': not confirmed; unseen: it does not show the picture yet. Null: the row is not on this device. */
  status: string | null;
}

/** Whether the file of a post or comment may be sent. `hasDraft`: a draft has it. */
export async function fileReadiness(
  db: Pick<CommonPowerSyncDatabase, 'get'>,
  job: PostFile | Video,
  hasDraft: (job: Video) => Promise<boolean>,
): Promise<Readiness> {
  const isSent = job.state === 'sent';
  // The member learns of a picture that the server refuses after it was sent.
  const awaited = isSent && !job.isChecked && job.kind !== 'video' ? job.path : null;
  const { waits, accepted, deleted, status } = await db.get<RowState>(STATE_SQL, [job.entity_id, job.id, awaited]);
  if (waits === 1 || deleted === 0 || (status === '' && accepted === 0)) return 'wait';
  if (status === 'removed' || deleted === 1) return 'gone';
  if (status !== null) return status === 'live' && isSent ? 'done' : 'ready';
  if (Date.now() - job.created_at < COMMIT_PATIENCE_MS) return 'wait';
  // Its post became a draft again.
  if (job.kind === 'video' && (await hasDraft(job))) return 'gone';
  // A missing row proves nothing: a device has only the newest posts and opened threads.
  return isSent ? 'done' : 'ready';
}
