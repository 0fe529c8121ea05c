import { v5 } from 'uuid';
import type { CrudOp, CrudAction } from '#contract/crud.ts';
import { toServerOp } from '#contract/sync/client-tables.ts';

/** One row of the local upload queue, as PowerSync returns it. */
export interface QueueEntry {
  clientId: number;
  op: string;
  table: string;
  id: string;
  opData?: Record<string, unknown> | undefined;
  transactionId?: number | undefined;
  metadata?: string | undefined;
}

interface IdSource {
  /** A permanent id of this database; with it an action without metadata gets the same id at every attempt. */
  deviceId: string;
}

const FALLBACK_NAMESPACE = '6f0b4f1c-6d2f-5d0a-9c55-0e3f1e5a7a11';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Known = { v: number } & Omit<CrudAction, 'ops'>;

/** The action that a local write belongs to; null when the metadata is missing or unusable (another writer). */
function readMetadata(text: string | undefined): Known | null {
  if (!text) return null;
  try {
    const { v, action_id, created_at, kind, label } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof action_id !== 'string' || !UUID.test(action_id) || typeof created_at !== 'string') return null;
    const name = { ...(typeof kind === 'string' && { kind }), ...(typeof label === 'string' && { label }) };
    return { v: typeof v === 'number' ? v : 1, action_id, created_at, ...name };
  } catch {
    return null;
  }
}

const toOp = ({ op, table, id, opData }: QueueEntry): CrudOp =>
  toServerOp({ op: op as CrudOp['op'], table, id, ...(opData && { data: opData }) });

/** QUEUE_VERSION of the release that queued these. */
export const versionOf = (entries: readonly QueueEntry[]): number =>
  Math.max(1, ...entries.map((entry) => readMetadata(entry.metadata)?.v ?? 1));

/** The wire form of one local transaction. The id is the action's own, or one derived from the queue's contents. */
export function toCrudAction(entries: readonly QueueEntry[], idSource: IdSource): CrudAction {
  const known = entries.map((entry) => readMetadata(entry.metadata)).find((found) => found !== null);
  const ops = entries.map(toOp);
  if (known) {
    const { v: _, ...action } = known;
    return { ...action, ops };
  }
  const first = entries[0];
  const name = [
    idSource.deviceId,
    first?.transactionId ?? `op${first?.clientId}`,
    ...entries.map((entry) => `${entry.op} ${entry.table} ${entry.id}`),
  ].join('\n');
  return { action_id: v5(name, FALLBACK_NAMESPACE), created_at: new Date(0).toISOString(), ops };
}
