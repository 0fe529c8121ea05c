import type { OutboxItem } from '#contract/outbox-item.ts';
import { v7 } from 'uuid';
import type { WriteErrorCode } from '#contract/errors.ts';
import { replicaStore, startReplica } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { fieldsOf } from './queries.ts';

export type OutboxResult = { ok: true } | { ok: false; code: WriteErrorCode };

const actions = () => import('#data/outbox/actions.ts');
const edits = () => import('#data/outbox/edit.ts');

/** Sends all that waits, and all that was refused again, at once instead of after the next pause. */
export async function sendAll(): Promise<void> {
  startReplica();
  if (replicaStore.get()) await (await actions()).retryAll();
}

/** Queues a refused item again under a new action id; one that is held, after what holds it. */
export const retry = async (id: string): Promise<OutboxResult> => (await actions()).retryRefused(id);

/** How many things cannot stand without this one. */
export const countHeld = async (id: string): Promise<number> => (await (await actions()).childrenOf(id)).length;

/** Takes back an item that was not sent, or forgets a refused one, and what waits for it. Code 'sending' while it is on its way. */
export const discard = async (id: string) => (await edits()).discardWithUndo(id);

/** Where an item is edited: a composer's address, after its words were put there. */
export type EditPlace =
  | { to: '/create-post' }
  | { to: '/edit/$id'; params: { id: string } }
  | { to: '/posts/$postId'; params: { postId: string } };

const words = (value: unknown): string => (typeof value === 'string' ? value : '');

type Place = { draft: string; text: Record<string, string>; place: EditPlace };

/** Where the words of an item belong, and under which draft. */
function placeOf({ kind, entity_id, subject_id }: OutboxItem, fields: Record<string, unknown>): Place {
  const text = { title: words(fields['title']), description: words(fields['description']) };
  if (kind === 'edit_post') {
    return { draft: `edit:${entity_id}`, text, place: { to: '/edit/$id', params: { id: entity_id } } };
  }
  if (kind === 'post') {
    const visibility = words(fields['visibility']) || 'public';
    return { draft: 'post', text: { ...text, visibility }, place: { to: '/create-post' } };
  }
  const postId = words(fields['post_id']) || (subject_id ?? '');
  return {
    draft: `comment:${postId}`,
    text: { text: words(fields['text']), parent: words(fields['parent_id']) },
    place: { to: '/posts/$postId', params: { postId } },
  };
}

/**
 * Takes a post, an edit of one, or a comment out of the outbox and puts its words into the draft of their composer. The draft is
 * kept first: whatever happens in between, the words are in one of the two.
 */
export async function editInComposer(
  item: OutboxItem,
): Promise<{ ok: true; place: EditPlace } | { ok: false; code: WriteErrorCode }> {
  const { keepDraft, removeDraft } = await import('#data/drafts/drafts.ts');
  const account = accountOf(sessionStore.get());
  const { draft, text, place } = placeOf(item, fieldsOf(item));
  const id = v7();
  const kept = await keepDraft(account, { id, place: draft, text, changed_at: Date.now() });
  if (kept !== 'kept') return { ok: false, code: kept === 'full' ? 'storage_full' : 'storage_unavailable' };
  if (await (await actions()).takeForEdit(item.id)) return { ok: true, place };
  await removeDraft(account, id);
  return { ok: false, code: 'sending' };
}

/** Sends it with other words, checked as its form checks them. */
export async function editInPlace(id: string, kind: string, value: string): Promise<OutboxResult> {
  const field = INLINE_FIELDS[kind];
  if (!field) return { ok: false, code: 'invalid_input' };
  const { parseInput } = await import('#data/outbox/mutation.ts');
  const parsed = parseInput((await import('#contract/inline-edits.ts')).INLINE_EDITS[field], value);
  if (!parsed.ok) return parsed;
  return (await edits()).resendWith(id, field, parsed.data);
}

/** What is edited where it stands, and which of its columns. */
export const INLINE_FIELDS: Readonly<Record<string, 'content' | 'text' | 'details' | 'username'>> = {
  message: 'content',
  edit_comment: 'text',
  report: 'details',
  profile: 'username',
};
