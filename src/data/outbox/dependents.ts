import { traitsOf } from '#contract/actions.ts';
import type { Sql } from './action-store.ts';

type Reader = Pick<Sql, 'getAll'>;

/** Refused actions that no other refused action blocks, oldest first. */
export async function refusedRoots(db: Reader): Promise<string[]> {
  const rows = await db.getAll<{ id: string }>(
    `SELECT id FROM outbox o WHERE state = 'refused' AND waits_for IS NULL AND discard_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.id = o.blocked_by AND p.state = 'refused')
     ORDER BY created_at, id`,
  );
  return rows.map(({ id }) => id);
}

/** The first refused action in the chain that blocks this one, or itself. */
export async function rootOf(db: Pick<Sql, 'getOptional'>, action_id: string): Promise<string> {
  const seen = new Set<string>();
  for (let current = action_id; !seen.has(current);) {
    seen.add(current);
    const parent = await db.getOptional<{ id: string }>(
      `SELECT p.id FROM outbox c JOIN outbox p ON p.id = c.blocked_by WHERE c.id = ? AND p.state = 'refused'`,
      [current],
    );
    if (!parent) return current;
    current = parent.id;
  }
  return action_id;
}

/** Actions that refer to a row which this action creates, or that the server reported as blocked by it. */
const DIRECT_SQL = `WITH made AS (
    SELECT op.value ->> '$.id' AS id FROM outbox, json_each(outbox.ops) op
    WHERE outbox.id = ?1 AND op.value ->> '$.op' = 'PUT')
  SELECT c.id, c.state, c.created_at FROM outbox c
  WHERE c.id <> ?1 AND c.state <> 'sent' AND (c.blocked_by = ?1 OR EXISTS (
    SELECT 1 FROM json_each(c.ops) op
    WHERE (op.value ->> '$.op' <> 'PUT' AND op.value ->> '$.id' IN made)
      OR EXISTS (SELECT 1 FROM json_each(op.value, '$.data') field WHERE field.value IN made)))`;

/** Edits of the post or comment that this action creates. */
export async function editsOf(tx: Reader, action_id: string): Promise<string[]> {
  const rows = await tx.getAll<{ id: string; kind: string; creator: string }>(
    `SELECT c.id, c.kind, p.kind AS creator FROM outbox c JOIN outbox p ON p.entity_id = c.entity_id
     WHERE p.id = ? AND c.state <> 'sent' ORDER BY c.created_at, c.id`,
    [action_id],
  );
  return rows.filter(({ kind, creator }) => traitsOf(creator).editedBy === kind).map(({ id }) => id);
}

/** All actions that depend on this one, direct or not, in the order they were written. */
export async function dependentsOf(tx: Reader, action_id: string, states?: readonly string[]): Promise<string[]> {
  const found = new Map<string, string>();
  const open = [action_id];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const rows = await tx.getAll<{ id: string; state: string; created_at: string }>(DIRECT_SQL, [parent]);
    for (const row of rows) {
      if (row.id === action_id || found.has(row.id) || (states && !states.includes(row.state))) continue;
      found.set(row.id, row.created_at);
      open.push(row.id);
    }
  }
  const order = [...found].toSorted(([a, at], [b, bt]) => (at === bt ? compare(a, b) : compare(at, bt)));
  return order.map(([dependent]) => dependent);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
