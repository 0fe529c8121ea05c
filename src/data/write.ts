import type { Transaction } from '@powersync/common';
import { CRUD_VERSION, type CrudMetadata } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { openedReplica, type Replica } from './replica.ts';

export interface Action {
  /** UUID; names the action from here to the server. */
  tx: string;
  /** What the outbox calls it: 'post' … */
  kind: string;
  entityId: string;
  /** First words, for the outbox. */
  label: string;
  bytes: number;
  createdAt: string;
}

export interface Failure {
  ok: false;
  code: WriteErrorCode;
}

/** The text for every `_metadata` column written by this action. */
export const metadataOf = ({ tx, createdAt }: Action): string =>
  JSON.stringify({ v: CRUD_VERSION, tx, at: createdAt } satisfies CrudMetadata);

/** The signed-in member's open replica, or why there is none. */
export async function memberReplica(): Promise<{ ok: true; replica: Replica; userId: string } | Failure> {
  const replica = await openedReplica();
  if (!replica) return { ok: false, code: 'storage_unavailable' };
  if (replica.session.kind !== 'member') return { ok: false, code: 'signed_out' };
  return { ok: true, replica, userId: replica.session.userId };
}

/**
 * One action of the member = one local transaction: the rows and the outbox row stand or fall together, and the queue sends them
 * as one. Returns the entity of an action that was already taken (same `tx`) without writing again.
 */
export async function writeAction(
  { db }: Replica,
  action: Action,
  write: (tx: Transaction, metadata: string) => Promise<void>,
): Promise<{ ok: true; entityId: string } | Failure> {
  try {
    const entityId = await db.writeTransaction(async (tx) => {
      const taken = await tx.getOptional<{ entity_id: string }>('SELECT entity_id FROM outbox WHERE id = ?', [
        action.tx,
      ]);
      if (taken) return taken.entity_id;
      await write(tx, metadataOf(action));
      await tx.execute(
        `INSERT INTO outbox (id, kind, entity_id, state, label, bytes, created_at, attempts)
         VALUES (?, ?, ?, 'queued', ?, ?, ?, 0)`,
        [action.tx, action.kind, action.entityId, action.label, action.bytes, action.createdAt],
      );
      return action.entityId;
    });
    return { ok: true, entityId };
  } catch (error) {
    return { ok: false, code: isFull(error) ? 'storage_full' : 'storage_unavailable' };
  }
}

const isFull = (error: unknown): boolean => /quota|disk is full|SQLITE_FULL|database or disk/i.test(String(error));
