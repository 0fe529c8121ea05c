import type { ActionKind } from '#contract/actions.ts';
import { discardAction } from './discard.ts';
import type { Member, WriteResult } from './mutation.ts';

/**
 * Cancels an unsent or rejected action, so that the opposite one need not be sent. Also cancels its edits and a post's
 * comments and votes, as the server does. Null if there is nothing to cancel, or if the server may have it and the
 * opposite must be sent.
 */
export async function cancelUnsent(member: Member, kind: ActionKind, entity_id: string): Promise<WriteResult | null> {
  const unsent = await member.db.getOptional<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND (state = 'refused' OR (state = 'queued' AND attempts = 0))`,
    [kind, entity_id],
  );
  if (!unsent) return null;
  const result = await discardAction(unsent.id, kind === 'post' ? 'dependents' : 'edits');
  if (result.ok) return { ok: true, id: entity_id };
  // A retry has given it a new id, or it was removed.
  return result.code === 'not_found' ? cancelUnsent(member, kind, entity_id) : null;
}
