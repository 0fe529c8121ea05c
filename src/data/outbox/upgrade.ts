import type { CrudAction } from '#contract/crud.ts';
import type { Sql } from './action-store.ts';
import { markRefused } from './results.ts';

const NEWER = 'A newer version of the app wrote this. It goes out once that version is back.';

/** Moves an action that a newer release wrote, in a format unknown here, from the queue to the outbox. */
export async function setAside(sql: Sql, action: CrudAction, version: number): Promise<void> {
  await markRefused(sql, action, { message: NEWER, isLocal: true });
  await sql.execute('UPDATE outbox SET waits_for = ? WHERE id = ?', [version, action.action_id]);
}
