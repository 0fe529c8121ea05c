import type { Transaction } from '@powersync/common';
import type { CrudMetadata } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import type { Action, StoredAction } from './action.ts';

/** The part of a SQLite transaction that the outbox uses. */
export type Sql = Pick<Transaction, 'execute' | 'getAll' | 'getOptional'>;

export const ACTION_COLUMNS =
  'id AS action_id, kind, entity_id, subject_id, label, about, bytes, input, created_at, ops, state, attempts, last_error, blocked_by, uncertain, is_local, sent_at, discard_at';

/** Decodes a row of the outbox that was read by these columns and others. */
export const decodeAction = <Row extends object>(row: Row): Row & StoredAction => {
  const { ops, input } = row as { ops?: string | null; input?: string | null };
  return { ...(row as Row & StoredAction), ops: JSON.parse(ops || '[]'), input: JSON.parse(input || 'null') };
};

export async function readAction(sql: Pick<Sql, 'getOptional'>, action_id: string): Promise<StoredAction | null> {
  const row = await sql.getOptional<object>(`SELECT ${ACTION_COLUMNS} FROM outbox WHERE id = ?`, [action_id]);
  return row && decodeAction(row);
}

/** Stores an action that is queued, or in another state. */
export async function storeAction(
  sql: Pick<Sql, 'execute'>,
  action: Action,
  {
    state = 'queued',
    attempts = 0,
    uncertain = 0,
  }: Partial<Pick<StoredAction, 'state' | 'attempts' | 'uncertain'>> = {},
): Promise<void> {
  const { action_id, kind, entity_id, subject_id, label, about, bytes, created_at, input, ops } = action;
  const texts = [created_at, input === null ? null : JSON.stringify(input), JSON.stringify(ops)];
  await sql.execute(
    `INSERT INTO outbox (id, kind, entity_id, subject_id, label, about, bytes, created_at, input, ops, state, attempts, uncertain)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [action_id, kind, entity_id, subject_id, label, about, bytes, ...texts, state, attempts, uncertain],
  );
}

export async function removeAction(sql: Pick<Sql, 'execute'>, action_id: string): Promise<void> {
  await sql.execute('DELETE FROM outbox WHERE id = ?', [action_id]);
}

/** The value for each `_metadata` column that the action writes. */
export const metadataOf = ({
  action_id,
  created_at,
  kind,
  label,
}: Pick<Action, 'action_id' | 'created_at' | 'kind' | 'label'>): string =>
  JSON.stringify({ v: QUEUE_VERSION, action_id, created_at, kind, label } satisfies CrudMetadata);
