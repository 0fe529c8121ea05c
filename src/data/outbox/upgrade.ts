import { type CrudOp, type CrudTransaction, QUEUE_VERSION } from '#contract/crud.ts';
import { toLocalTable } from '../replica/server-names.ts';
import { markRefused, type Sql } from './results.ts';

/** From the form that release n wrote to the form of n + 1, for operations kept in the outbox. Never edit one that has shipped. */
const UPGRADES: Readonly<Record<number, (ops: CrudOp[]) => CrudOp[]>> = {
  // 1 kept refused actions in the server's names; 2 keeps what was written here.
  1: (ops) => ops.map((op) => ({ ...op, table: toLocalTable(op.table) })),
};

/** Kept operations in the form of this release. */
export function upgradeOps(ops: CrudOp[], version: number): CrudOp[] {
  let current = ops;
  for (let from = version; from < QUEUE_VERSION; from += 1) current = UPGRADES[from]?.(current) ?? current;
  return current;
}

const NEWER = 'A newer version of the app wrote this. It goes out once that version is back.';

/** Out of the queue into the outbox: what a newer release wrote, in a form that this one cannot judge. */
export async function setAside(sql: Sql, transaction: CrudTransaction, version: number): Promise<void> {
  await markRefused(sql, transaction, { message: NEWER, isLocal: true });
  await sql.execute('UPDATE outbox SET waits_for = ? WHERE id = ?', [version, transaction.id]);
}

interface OldRow {
  id: string;
  version: number | null;
  payload: string | null;
}

/**
 * Brings the outbox of an older release into the form of this one: operations of refused rows are translated, those of queued
 * ones are taken from the queue. What a newer release wrote is left alone.
 */
export async function upgradeOutbox(sql: Sql): Promise<void> {
  const rows = await sql.getAll<OldRow>(
    'SELECT id, version, payload FROM outbox WHERE coalesce(version, 1) < ? AND waits_for IS NULL',
    [QUEUE_VERSION],
  );
  for (const { id, version, payload } of rows) {
    const ops = payload ? upgradeOps(JSON.parse(payload) as CrudOp[], version ?? 1) : await queuedOps(sql, id);
    await sql.execute('UPDATE outbox SET payload = ?, version = ? WHERE id = ?', [
      ops.length > 0 ? JSON.stringify(ops) : null,
      QUEUE_VERSION,
      id,
    ]);
  }
}

async function queuedOps(sql: Sql, actionId: string): Promise<CrudOp[]> {
  const entries = await sql.getAll<{ data: string }>(
    `SELECT data FROM ps_crud WHERE tx_id IN (SELECT tx_id FROM ps_crud WHERE json_extract(data ->> '$.metadata', '$.tx') = ?) ORDER BY id`,
    [actionId],
  );
  return entries.map(({ data }) => {
    const {
      op,
      type,
      id,
      data: fields,
    } = JSON.parse(data) as {
      op: CrudOp['op'];
      type: string;
      id: string;
      data?: Record<string, unknown>;
    };
    return op === 'DELETE' ? { op, table: type, id } : { op, table: type, id, data: fields ?? {} };
  });
}
