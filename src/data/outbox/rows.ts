import type { Transaction } from '@powersync/common';
import type { CrudOp } from '#contract/crud.ts';

type Reader = Pick<Transaction, 'getAll' | 'getOptional'>;

/** An outbox row with what its action wrote. */
export interface KeptRow {
  id: string;
  kind: string;
  entity_id: string;
  subject_id: string | null;
  state: string;
  label: string;
  about: string | null;
  bytes: number;
  created_at: string;
  uncertain: number | null;
  is_local: number | null;
  version: number | null;
  payload: string | null;
  /** `payload`, parsed. */
  ops: CrudOp[];
}

const COLUMNS =
  'id, kind, entity_id, subject_id, state, label, about, bytes, created_at, uncertain, is_local, version, payload';

export async function readRow(tx: Reader, id: string): Promise<KeptRow | null> {
  const row = await tx.getOptional<Omit<KeptRow, 'ops'>>(`SELECT ${COLUMNS} FROM outbox WHERE id = ?`, [id]);
  if (!row) return null;
  return { ...row, ops: row.payload ? (JSON.parse(row.payload) as CrudOp[]) : [] };
}
