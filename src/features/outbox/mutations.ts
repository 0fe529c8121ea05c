import { v7 } from 'uuid';
import { type EditableKind, type InlineColumn, traitsOf } from '#contract/actions.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import type { StoredAction } from '#data/outbox/action.ts';
import { replicaStore, startReplica } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import type { EditPlace } from './draft-of.ts';

export type OutboxResult = { ok: true } | { ok: false; code: WriteErrorCode };

const retrying = () => import('#data/outbox/retry.ts');
const discarding = () => import('#data/outbox/discard.ts');
const editing = () => import('#data/outbox/edit.ts');

/** Sends all queued actions now, and retries all rejected ones. */
export async function sendAll(): Promise<void> {
  startReplica();
  if (replicaStore.get()) await (await retrying()).retryAll();
}

/** Retries a rejected action, after the rejected action that blocks it if there is one. */
export const retryAction = async (action_id: string): Promise<OutboxResult> =>
  (await retrying()).retryAction(action_id);

/** How many actions depend on this one. */
export const countDependents = async (action_id: string): Promise<number> =>
  (await (await discarding()).listDependents(action_id)).length;

/**
 * Hides an action and its dependents, until `completeDiscard` or `undoDiscard`. Fails with 'sending' while it is being
 * sent.
 */
export const hideForDiscard = async (action_id: string): Promise<OutboxResult> =>
  (await discarding()).hideForDiscard(action_id);

export const completeDiscard = async (action_id: string): Promise<OutboxResult> =>
  (await discarding()).completeDiscard(action_id);

export const undoDiscard = async (action_id: string): Promise<OutboxResult> =>
  (await discarding()).undoDiscard(action_id);

/**
 * Opens the form of a profile, or moves a post, an edit of one, or a comment from the outbox to a draft of its
 * composer, with its unsent edits. The draft is stored first, so that the text is always in one of the two.
 */
export async function editInComposer(
  action: StoredAction,
): Promise<{ ok: true; place: EditPlace } | { ok: false; code: WriteErrorCode }> {
  // Its form shows unsent and rejected changes, and replaces them.
  if (traitsOf(action.kind).edit === 'profile') return { ok: true, place: { to: '/profile', search: { edit: true } } };
  const [{ storeDraft, removeDraft }, { addedBy, draftOf, picturesWithEdits, withEdits }] = await Promise.all([
    import('#data/drafts/drafts.ts'),
    import('./draft-of.ts'),
  ]);
  const account = accountOf(sessionStore.get());
  const { listEdits, takeForEdit } = await editing();
  const edits = await listEdits(action.action_id);
  const { place, fields, to } = draftOf({ ...action, input: withEdits(action, edits) });
  const isCreated = traitsOf(action.kind).editedBy !== undefined;
  // Its dependents stay valid.
  const kept = isCreated && (await countDependents(action.action_id)) > 0 ? { id: action.entity_id } : {};
  const id = v7();
  const { heldPictures, releasePictures } = await import('#data/media/hold.ts');
  const added = addedBy(action)?.concat(...edits.map((edit) => addedBy(edit) ?? []));
  const files = picturesWithEdits(await heldPictures(account, action.entity_id, added), edits);
  const saved = await storeDraft(account, {
    ...{ id, place, fields: { ...fields, ...kept }, files },
    changed_at: Date.now(),
  });
  if (saved !== 'saved') return { ok: false, code: saved === 'full' ? 'storage_full' : 'storage_unavailable' };
  if (await takeForEdit(action.action_id)) {
    await releasePictures(account, action.entity_id, added);
    return { ok: true, place: to };
  }
  await removeDraft(account, id);
  return { ok: false, code: 'sending' };
}

/** The column of an action that is edited in the outbox; undefined for other kinds. */
export function inlineColumnOf(kind: string): InlineColumn | undefined {
  const { edit } = traitsOf(kind);
  return edit === 'composer' || edit === 'profile' ? undefined : edit;
}

/** Sends an action with another text, validated as in its form. */
export async function editInPlace(action: StoredAction, value: string): Promise<OutboxResult> {
  const { action_id, kind } = action;
  const column = inlineColumnOf(kind);
  if (!column) return { ok: false, code: 'invalid_input' };
  // The form of a comment with an image accepts this, but nobody can tell here whether it has one.
  if (kind === 'edit_comment' && value.trim() === '') return { ok: false, code: 'comment_empty' };
  const [{ parseInput }, { INPUTS }, { inputOf }] = await Promise.all([
    import('#data/outbox/mutation.ts'),
    import('#contract/action-inputs.ts'),
    import('./draft-of.ts'),
  ]);
  const parsed = parseInput(INPUTS[kind as EditableKind], { ...inputOf(action), [column]: value });
  if (!parsed.ok) return parsed;
  const clean = (parsed.data as Readonly<Record<string, unknown>>)[column];
  return (await editing()).editAction(action_id, column, typeof clean === 'string' ? clean : value);
}
