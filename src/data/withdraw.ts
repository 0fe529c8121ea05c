import type { OutboxKind } from '#contract/outbox.ts';
import { discardAction } from './outbox-actions.ts';
import type { Member, WriteResult } from './member-write.ts';

/**
 * Undoing what has not left this device is taking it back, not a second action after it. Null: there is nothing to take back, or it
 * may have arrived already, so the undoing has to be sent.
 */
export async function withdraw({ replica }: Member, kind: OutboxKind, entityId: string): Promise<WriteResult | null> {
  const waiting = await replica.db.getOptional<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND (state = 'refused' OR (state = 'queued' AND attempts = 0))`,
    [kind, entityId],
  );
  if (!waiting) return null;
  const result = await discardAction(waiting.id);
  return result.ok ? { ok: true, id: entityId } : null;
}
