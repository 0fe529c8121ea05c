import { type OutboxState, toOutboxState } from './outbox.ts';

/** An action of the member that the server has not confirmed. Times are ISO 8601. */
export interface OutboxItem {
  id: string;
  /** An OutboxKind; another release may have written one that is unknown here. */
  kind: string;
  entity_id: string;
  /** What it belongs to: the post of a comment or vote, the other member of a message or friend action. */
  subject_id: string | null;
  state: OutboxState;
  /** First words of the text. */
  label: string;
  /** What it belongs to, in words. */
  about: string | null;
  bytes: number;
  created_at: string;
  attempts: number;
  /** Rejected: the reason as a sentence. Queued: a code for why the last attempt failed. */
  last_error: string | null;
  /** The rejected action that this one depends on. */
  blocked_by: string | null;
  /** 1: a call without an answer may have delivered it. */
  uncertain: number | null;
  /** When the server confirmed the upload. The item stays until its rows come back by the stream. */
  sent_at: string | null;
  /** JSON of CrudOp[] in local names. */
  payload: string | null;
}

/** A row of the local table `outbox`. */
export type OutboxRow = {
  [Column in keyof OutboxItem]: Column extends 'id'
    ? string
    : OutboxItem[Column] extends number | null
      ? number | null
      : string | null;
};

export const toOutboxItem = (row: OutboxRow): OutboxItem => ({
  ...row,
  kind: row.kind ?? '',
  entity_id: row.entity_id ?? '',
  state: toOutboxState(row.state) ?? 'queued',
  label: row.label ?? '',
  bytes: row.bytes ?? 0,
  created_at: row.created_at ?? '',
  attempts: row.attempts ?? 0,
});
