import type { Transaction } from '@powersync/common';

type Reader = Pick<Transaction, 'getAll'>;

/** Refused actions that no other refused action holds, oldest first. */
export async function refusedRoots(db: Reader): Promise<string[]> {
  const rows = await db.getAll<{ id: string }>(
    `SELECT id FROM outbox o WHERE state = 'refused' AND waits_for IS NULL
       AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.id = o.blocked_by AND p.state = 'refused')
     ORDER BY created_at, id`,
  );
  return rows.map(({ id }) => id);
}

/** Those that name a row which this action makes, or that the server said are held by it. */
const CHILDREN_SQL = `WITH made AS (
    SELECT op.value ->> '$.id' AS id FROM outbox, json_each(outbox.payload) op
    WHERE outbox.id = ?1 AND op.value ->> '$.op' = 'PUT')
  SELECT c.id, c.state, c.created_at FROM outbox c
  WHERE c.id <> ?1 AND c.state <> 'sent' AND (c.blocked_by = ?1 OR EXISTS (
    SELECT 1 FROM json_each(c.payload) op
    WHERE (op.value ->> '$.op' <> 'PUT' AND op.value ->> '$.id' IN made)
      OR EXISTS (SELECT 1 FROM json_each(op.value, '$.data') field WHERE field.value IN made)))`;

/** Of a post or comment: the changes to its words. */
export async function changesOfAction(tx: Reader, id: string): Promise<string[]> {
  const rows = await tx.getAll<{ id: string }>(
    `SELECT c.id FROM outbox c JOIN outbox p ON p.entity_id = c.entity_id AND c.kind = 'edit_' || p.kind
     WHERE p.id = ? AND c.state <> 'sent'`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Children, their children … in the order they were written. */
export async function childrenOfAction(tx: Reader, id: string, states?: readonly string[]): Promise<string[]> {
  const found = new Map<string, string>();
  const open = [id];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const rows = await tx.getAll<{ id: string; state: string; created_at: string }>(CHILDREN_SQL, [parent]);
    for (const row of rows) {
      if (row.id === id || found.has(row.id) || (states && !states.includes(row.state))) continue;
      found.set(row.id, row.created_at);
      open.push(row.id);
    }
  }
  const order = [...found].toSorted(([a, at], [b, bt]) => (at === bt ? compare(a, b) : compare(at, bt)));
  return order.map(([child]) => child);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
