import { v7 } from 'uuid';
import type { CrudAction } from '#contract/crud.ts';
import { HIDDEN_KINDS, UNDO_KIND } from '#contract/outbox.ts';
import { childrenOfAction } from './family.ts';
import { queueDeletionAlone } from './queued-rows.ts';
import { metadataOf } from './write.ts';
import { describe } from './describe.ts';
import type { Sql } from './results.ts';

/** What undoes the making of a thing. */
const DELETIONS: Readonly<Record<string, string>> = { post: 'delete_post', comment: 'delete_comment' };
const makerOf = (deletion: string): string | undefined =>
  Object.keys(DELETIONS).find((kind) => DELETIONS[kind] === deletion);

interface Thing {
  kind: string;
  entity_id: string;
}

/** The member has asked for its deletion, and that is still to be sent. */
export async function awaitsDeletion(sql: Sql, { kind, entity_id }: Thing): Promise<boolean> {
  const deletion = DELETIONS[kind];
  if (!deletion) return false;
  const found = await sql.getOptional(
    `SELECT 1 FROM outbox WHERE kind = ? AND entity_id = ? AND state IN ('queued', 'sending')`,
    [deletion, entity_id],
  );
  return Boolean(found);
}

/** What is taken back needs no deletion that anybody sees: it may find nothing. False: none was asked for. */
export async function hideDeletion(sql: Sql, thing: Thing): Promise<boolean> {
  if (!(await awaitsDeletion(sql, thing))) return false;
  await sql.execute(`UPDATE outbox SET kind = ? WHERE kind = ? AND entity_id = ? AND state IN ('queued', 'sending')`, [
    UNDO_KIND,
    DELETIONS[thing.kind],
    thing.entity_id,
  ]);
  return true;
}

/** Takes a refused action that nobody is told of out of the outbox, and its refusal from the server. */
export async function forgetHidden(
  sql: Sql,
  { action_id: id, ops, created_at }: CrudAction,
  isLocal: boolean,
): Promise<void> {
  if (HIDDEN_KINDS.includes(describe(ops).kind))
    return void (await sql.execute('DELETE FROM outbox WHERE id = ?', [id]));
  // Only this row tells that it was taken back. It stays until the queue is done with it: after a death it is sent once more.
  await sql.execute(`UPDATE outbox SET kind = ?, state = 'sent' WHERE id = ?`, [UNDO_KIND, id]);
  // The server's refusal of it would return as if another device had written it.
  if (!isLocal) await forgetRejection(sql, id, created_at);
}

const forgetRejection = (sql: Sql, id: string, createdAt: string): Promise<void> =>
  queueDeletionAlone(sql, 'write_rejections', id, metadataOf({ action_id: v7(), created_at: createdAt }));

/**
 * Whether a refusal needs no one's eyes: the member has deleted what was never made. Then there is nothing to mend, neither in the
 * making, nor in the deletion that will find nothing, nor in what was written on it meanwhile; all that is hidden.
 */
export async function isMoot(sql: Sql, id: string, kind: string, entity_id: string): Promise<boolean> {
  if (await awaitsDeletion(sql, { kind, entity_id: entity_id })) {
    // With a post go its comments and votes; a reply is its own.
    const children = kind === 'post' ? await childrenOfAction(sql, id) : [];
    await sql.execute(
      `UPDATE outbox SET kind = ? WHERE state IN ('queued', 'sending')
         AND (entity_id = ? OR id IN (SELECT value FROM json_each(?)))`,
      [UNDO_KIND, entity_id, JSON.stringify(children)],
    );
    return true;
  }
  const maker = makerOf(kind);
  if (!maker) return false;
  const made = await sql.getAll<{ id: string; created_at: string; state: string; is_local: number | null }>(
    `SELECT id, created_at, state, is_local FROM outbox
     WHERE entity_id = ? AND id <> ? AND (kind = ? OR (kind = ? AND state = 'refused'))`,
    [entity_id, id, UNDO_KIND, maker],
  );
  for (const row of made)
    if (row.state === 'refused')
      await forgetHidden(sql, { action_id: row.id, created_at: row.created_at, ops: [] }, row.is_local === 1);
  return made.length > 0;
}
