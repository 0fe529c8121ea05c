import { v7 } from 'uuid';
import type { CrudAction } from '#contract/crud.ts';
import { creatorOf, traitsOf } from '#contract/actions.ts';
import { UNDO_KIND } from '#contract/outbox.ts';
import { queueSeparateDeletion, showRow } from '../replica/powersync-tables.ts';
import { type Action, isHidden } from './action.ts';
import { metadataOf, removeAction, type Sql } from './action-store.ts';
import { withCount } from './counts.ts';
import { dependentsOf } from './dependents.ts';
import { describe } from './describe.ts';

type Entity = Pick<Action, 'kind' | 'entity_id'>;

/** A deletion of what this action creates is waiting to be sent. */
export async function awaitsDeletion(sql: Sql, { kind, entity_id }: Entity): Promise<boolean> {
  const deletion = traitsOf(kind).deletedBy;
  if (!deletion) return false;
  const found = await sql.getOptional(
    `SELECT 1 FROM outbox WHERE kind = ? AND entity_id = ? AND state IN ('queued', 'sending')`,
    [deletion, entity_id],
  );
  return Boolean(found);
}

/** Hides the deletion of a cancelled action: it may find nothing to delete. False: there is none. */
export async function hideDeletion(sql: Sql, entity: Entity): Promise<boolean> {
  if (!(await awaitsDeletion(sql, entity))) return false;
  await sql.execute(`UPDATE outbox SET kind = ? WHERE kind = ? AND entity_id = ? AND state IN ('queued', 'sending')`, [
    UNDO_KIND,
    traitsOf(entity.kind).deletedBy,
    entity.entity_id,
  ]);
  return true;
}

/** Removes a refused hidden action from the outbox, and its rejection from the server. */
export async function removeHidden(sql: Sql, action: CrudAction, isLocal: boolean): Promise<void> {
  if (isHidden(describe(action))) return removeAction(sql, action.action_id);
  // Only this row records that it was cancelled. It stays until the action has left the queue, because it is sent again
  // after a crash.
  await sql.execute(`UPDATE outbox SET kind = ?, state = 'sent' WHERE id = ?`, [UNDO_KIND, action.action_id]);
  // Otherwise the stream would bring the rejection back, as if another device had written it.
  if (!isLocal) await forgetRejection(sql, action.action_id);
}

/** Deletes a row here and queues its deletion as a separate action, so that the server decides about it alone. */
export async function queueDeletionAlone(sql: Sql, table: string, id: string, metadata: string): Promise<void> {
  await withCount(sql, table, id, () => showRow(sql, table, id, null));
  await queueSeparateDeletion(sql, table, id, metadata);
}

/**
 * Deletes a rejection on the server, as a separate action, because the server rejects the whole action if it has
 * deleted the row already.
 */
export const forgetRejection = (sql: Sql, action_id: string): Promise<void> =>
  queueDeletionAlone(
    sql,
    'write_rejections',
    action_id,
    metadataOf({ action_id: v7(), created_at: new Date().toISOString(), kind: 'read', label: '' }),
  );

/**
 * Whether a rejection can be hidden: the member has deleted what was never created. Then the creation, its deletion and
 * all actions on it are hidden together.
 */
export async function canHideRejection(sql: Sql, { action_id, kind, entity_id }: Action): Promise<boolean> {
  if (await awaitsDeletion(sql, { kind, entity_id })) {
    // Deleting a post deletes its comments and votes. A reply stays when its comment is deleted.
    const dependents = kind === 'post' ? await dependentsOf(sql, action_id) : [];
    await sql.execute(
      `UPDATE outbox SET kind = ? WHERE state IN ('queued', 'sending')
         AND (entity_id = ? OR id IN (SELECT value FROM json_each(?)))`,
      [UNDO_KIND, entity_id, JSON.stringify(dependents)],
    );
    return true;
  }
  const creator = creatorOf(kind);
  if (!creator) return false;
  const created = await sql.getAll<{ id: string; created_at: string; state: string; is_local: number | null }>(
    `SELECT id, created_at, state, is_local FROM outbox
     WHERE entity_id = ? AND id <> ? AND (kind = ? OR (kind = ? AND state = 'refused'))`,
    [entity_id, action_id, UNDO_KIND, creator],
  );
  for (const { id, created_at, state, is_local } of created)
    if (state === 'refused') await removeHidden(sql, { action_id: id, created_at, ops: [] }, is_local === 1);
  return created.length > 0;
}
