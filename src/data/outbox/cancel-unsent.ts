import type { OutboxKind } from '#contract/outbox.ts';
import { discardAction } from './actions.ts';
import type { Member, WriteResult } from './mutation.ts';

/**
 * Undoing what has not left this device is taking it back, not a second action after it; with it go the changes to it, and a
 * post's comments and votes, as on the server. Null: there is nothing to take back, or it may have arrived already, so the undoing
 * has to be sent.
 */
export async function withdraw(member: Member, kind: OutboxKind, entity_id: string): Promise<WriteResult | null> {
  const waiting = await member.replica.db.getOptional<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND (state = 'refused' OR (state = 'queued' AND attempts = 0))`,
    [kind, entity_id],
  );
  if (!waiting) return null;
  const result = await discardAction(waiting.id, { children: kind === 'post' || 'changes' });
  if (result.ok) return { ok: true, id: entity_id };
  // A retry has given it a new name meanwhile, or it is gone.
  return result.code === 'not_found' ? withdraw(member, kind, entity_id) : null;
}
