import type { OutboxKind } from '#contract/outbox.ts';
import { discardAction } from './discard.ts';
import type { Member, WriteResult } from './mutation.ts';

/**
 * Cancels an unsent or refused action instead of sending the opposite one after it. With it go its edits and, of a post, its
 * comments and votes, as on the server. Null: there is nothing to cancel, or the server may have it, so the opposite has to be sent.
 */
export async function cancelUnsent(member: Member, kind: OutboxKind, entity_id: string): Promise<WriteResult | null> {
  const unsent = await member.db.getOptional<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND (state = 'refused' OR (state = 'queued' AND attempts = 0))`,
    [kind, entity_id],
  );
  if (!unsent) return null;
  const result = await discardAction(unsent.id, kind === 'post' ? 'dependents' : 'edits');
  if (result.ok) return { ok: true, id: entity_id };
  // A retry has given it a new id meanwhile, or it is gone.
  return result.code === 'not_found' ? cancelUnsent(member, kind, entity_id) : null;
}
