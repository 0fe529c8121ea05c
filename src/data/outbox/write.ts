import type { Transaction } from '@powersync/common';
import { QUEUE_VERSION, type CrudMetadata } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import type { OutboxKind } from '#contract/outbox.ts';
import { keepStorage } from '../device/persistent-storage.ts';
import { makeRoom } from '../device/image-cache.ts';
import { addMetadata, lastEntryId } from '../replica/powersync-tables.ts';
import { opsAfter, removeEffectless, takeOutOfQueue } from './queued-rows.ts';
import { openedReplica, type Replica } from '../replica/replica.ts';
import { isQuotaError, noteStorageTrouble } from '../device/storage-errors.ts';
import { syncState, updateSyncState } from '../connection/status-store.ts';

export interface Action {
  /** UUID; names the action from here to the server. */
  action_id: string;
  kind: OutboxKind;
  entity_id: string;
  /** What it hangs on: the post of a comment or vote, the other member of a message or friend action. */
  subject_id?: string | null;
  /** First words, for the outbox. */
  label: string;
  /** What it belongs to, in plain words: a post's title, '@bob'. */
  about?: string | null;
  bytes: number;
  /** ISO 8601. */
  created_at: string;
  /**
   * For what has only a last value (votes, likes, profile, friend actions, read marks): an action of the same kind and entity
   * that was never sent is undone first, so ten taps are one call, and taps that cancel out leave nothing.
   */
  replaces?: boolean;
}

export interface Failure {
  ok: false;
  code: WriteErrorCode;
}

/** The text for every `_metadata` column written by this action. */
export const metadataOf = ({ action_id, created_at }: Pick<Action, 'action_id' | 'created_at'>): string =>
  JSON.stringify({ v: QUEUE_VERSION, action_id, created_at } satisfies CrudMetadata);

/** The signed-in member's open replica, or why there is none. */
export async function memberReplica(): Promise<{ ok: true; replica: Replica; userId: string } | Failure> {
  const replica = await openedReplica();
  if (!replica) {
    return { ok: false, code: syncState.get().trouble === 'full' ? 'storage_full' : 'storage_unavailable' };
  }
  if (replica.session.kind !== 'member') return { ok: false, code: 'signed_out' };
  return { ok: true, replica, userId: replica.session.userId };
}

type Write = (tx: Transaction, metadata: string) => Promise<void>;

/**
 * One action of the member = one local transaction: the rows and the outbox row stand or fall together, and the queue sends them
 * as one. Returns the entity of an action that was already taken (same `action_id`) without writing again.
 */
export async function writeAction(
  { db }: Pick<Replica, 'db'>,
  action: Action,
  write: Write,
): Promise<{ ok: true; entity_id: string } | Failure> {
  const attempt = () =>
    db.writeTransaction(async (tx) => {
      const taken = await tx.getOptional<{ entity_id: string }>('SELECT entity_id FROM outbox WHERE id = ?', [
        action.action_id,
      ]);
      if (taken) return taken.entity_id;
      if (action.replaces) await takeBackUnsent(tx, action);
      await queueAction(tx, action, write);
      return action.entity_id;
    });
  try {
    const entity_id = await attempt().catch(async (error) => {
      // What the member writes goes before pictures that can be had again.
      if (isQuotaError(error) && (await makeRoom())) return attempt();
      throw error;
    });
    void keepStorage();
    if (syncState.get().trouble === 'full') updateSyncState({ trouble: null });
    return { ok: true, entity_id };
  } catch (error) {
    noteStorageTrouble(error);
    return { ok: false, code: isQuotaError(error) ? 'storage_full' : 'storage_unavailable' };
  }
}

async function takeBackUnsent(tx: Transaction, { kind, entity_id }: Action): Promise<void> {
  const rows = await tx.getAll<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND state = 'queued' AND attempts = 0`,
    [kind, entity_id],
  );
  for (const { id } of rows) {
    await takeOutOfQueue(tx, id);
    await tx.execute('DELETE FROM outbox WHERE id = ?', [id]);
  }
}

/** Runs `write` and notes what it queued in the outbox. An action that changed nothing leaves nothing. */
export async function queueAction(tx: Transaction, action: Action, write: Write): Promise<void> {
  const before = await lastEntryId(tx);
  await write(tx, metadataOf(action));
  await addMetadata(tx, before, metadataOf(action));
  if (action.replaces) await removeEffectless(tx, before);
  const ops = await opsAfter(tx, before);
  if (ops.length === 0) return;
  await tx.execute(
    `INSERT INTO outbox
       (id, kind, entity_id, subject_id, state, label, about, bytes, created_at, attempts, uncertain, version, payload)
     VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, 0, 0, ?, ?)`,
    [
      action.action_id,
      action.kind,
      action.entity_id,
      action.subject_id ?? null,
      action.label,
      action.about ?? null,
      action.bytes,
      action.created_at,
      QUEUE_VERSION,
      JSON.stringify(ops),
    ],
  );
}
