import { v7 } from 'uuid';
import { type InlineColumn, traitsOf } from '#contract/actions.ts';
import { videoIdOf } from '#contract/video-name.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import type { StoredAction } from '#data/outbox/action.ts';
import { replicaStore, startReplica } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { fieldsOf } from './queries.ts';

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

/** The screen on which an action is edited. */
export type EditPlace =
  | { to: '/create-post' }
  | { to: '/edit/$id'; params: { id: string } }
  | { to: '/profile'; search: { edit: true } }
  | { to: '/posts/$postId'; params: { postId: string } };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Draft {
  /** The composer that it belongs to. */
  draft: string;
  text: Record<string, string>;
  place: EditPlace;
}

/** The fields of the composer besides the text, as its draft has them. */
export function postFields(fields: Record<string, unknown>): Record<string, string> {
  const readers = JSON.parse(textOf(fields['shared_with']) || 'null') as string[] | null;
  const chosen = readers?.filter((id) => id !== fields['user_id']).join(' ') ?? '';
  const hasPoll = typeof fields['question'] === 'string';
  return {
    visibility: readers ? (chosen ? 'chosen' : 'me') : textOf(fields['visibility']) || 'public',
    ...(chosen && { chosen }),
    ...(fields['sticky'] === 1 && { sticky: 'yes' }),
    ...(textOf(fields['gif_url']) && { gif: textOf(fields['gif_url']) }),
    // Named by its id: see `holdVideo`.
    ...(textOf(fields['video_url']) && { video: videoIdOf(textOf(fields['video_url'])) }),
    ...(hasPoll && {
      poll: 'yes',
      poll_question: textOf(fields['question']),
      poll_options: pollLines(fields['options']),
    }),
  };
}

/** The fields of the edit form. An action has only what it changes. */
function editFields({ ops, entity_id }: StoredAction): Record<string, string> {
  const changed = ops.find(({ table, id }) => table === 'posts' && id === entity_id)?.data ?? {};
  const has = (name: string) => name in changed;
  const pictures = ops.filter(({ table }) => table === 'post_images');
  const removed = pictures.filter(({ op }) => op === 'DELETE').map(({ id }) => id);
  const alts = pictures.flatMap(({ op, id, data }) =>
    op === 'PATCH' && data && 'alt' in data ? [[`alt:${id}`, textOf(data['alt'])]] : [],
  );
  const poll = ops.find(({ table }) => table === 'polls')?.data;
  return {
    ...(has('title') && { title: textOf(changed['title']) }),
    ...(has('description') && { description: textOf(changed['description']) }),
    ...(has('gif_url') && { gif: textOf(changed['gif_url']) }),
    ...(has('sticky') && { sticky: changed['sticky'] ? 'yes' : 'no' }),
    ...(removed.length > 0 && { removed: removed.join(' ') }),
    ...(Object.fromEntries(alts) as Record<string, string>),
    ...orderField(pictures),
    ...(poll?.['question'] !== undefined && { poll_question: textOf(poll['question']) }),
    ...(poll?.['options'] !== undefined && { poll_options: pollLines(poll['options']) }),
  };
}

/** As `arrange` reads it: the pictures that the action places, each at its last position. */
function orderField(pictures: StoredAction['ops']): Record<string, string> {
  const places = new Map(
    pictures.flatMap(({ id, data }) => (data && 'position' in data ? [[id, Number(data['position'])] as const] : [])),
  );
  if (places.size === 0) return {};
  const order: string[] = [];
  for (const [id, position] of places) order[position] = id;
  return { order: Array.from(order, (id: string | undefined) => id ?? '').join(' ') };
}

const pollLines = (options: unknown): string => (JSON.parse(textOf(options) || '[]') as string[]).join('\n');

/** The pictures that an action adds to a post; undefined for other kinds. Those of its post may be unsent too. */
const addedBy = ({ kind, ops }: StoredAction): string[] | undefined =>
  kind === 'post' || kind === 'edit_post'
    ? ops.flatMap(({ op, table, id }) => (op === 'PUT' && table === 'post_images' ? [id] : []))
    : undefined;

function toDraft(action: StoredAction): Draft {
  const { kind, entity_id, subject_id } = action;
  if (kind === 'edit_post') {
    const text = editFields(action);
    return { draft: `edit:${entity_id}`, text, place: { to: '/edit/$id', params: { id: entity_id } } };
  }
  const fields = fieldsOf(action);
  const text = { title: textOf(fields['title']), description: textOf(fields['description']) };
  if (kind === 'post') {
    return { draft: 'post', text: { ...text, ...postFields(fields) }, place: { to: '/create-post' } };
  }
  const postId = textOf(fields['post_id']) || (subject_id ?? '');
  return {
    draft: `comment:${postId}`,
    text: { text: textOf(fields['text']), parent: textOf(fields['parent_id']) },
    place: { to: '/posts/$postId', params: { postId } },
  };
}

/**
 * Opens the form of a profile, or moves a post, an edit of one, or a comment from the outbox to a draft of its
 * composer. The draft is stored first, so that the text is always in one of the two.
 */
export async function editInComposer(
  action: StoredAction,
): Promise<{ ok: true; place: EditPlace } | { ok: false; code: WriteErrorCode }> {
  // Its form shows unsent and rejected changes, and replaces them.
  if (traitsOf(action.kind).edit === 'profile') return { ok: true, place: { to: '/profile', search: { edit: true } } };
  const { storeDraft, removeDraft } = await import('#data/drafts/drafts.ts');
  const account = accountOf(sessionStore.get());
  const { draft, text, place } = toDraft(action);
  const id = v7();
  const { heldPictures, releasePictures } = await import('#data/media/hold.ts');
  const files = await heldPictures(account, action.entity_id, addedBy(action));
  const saved = await storeDraft(account, { id, place: draft, text, files, changed_at: Date.now() });
  if (saved !== 'saved') return { ok: false, code: saved === 'full' ? 'storage_full' : 'storage_unavailable' };
  if (await (await editing()).takeForEdit(action.action_id)) {
    await releasePictures(account, action.entity_id, addedBy(action));
    return { ok: true, place };
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
export async function editInPlace(action_id: string, kind: string, value: string): Promise<OutboxResult> {
  const column = inlineColumnOf(kind);
  if (!column) return { ok: false, code: 'invalid_input' };
  const { parseInput } = await import('#data/outbox/mutation.ts');
  const parsed = parseInput((await import('#contract/inline-edits.ts')).INLINE_EDITS[column], value);
  if (!parsed.ok) return parsed;
  return (await editing()).editAction(action_id, column, parsed.data);
}
