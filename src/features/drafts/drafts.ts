import { v7 } from 'uuid';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { POST_LIMITS } from '#contract/posts.ts';
import { countCharacters } from '#contract/text.ts';
import {
  type DraftKind,
  type DraftOf,
  type FieldsOf,
  isBlank,
  type KindOf,
  type Place,
  readDraftRow,
} from '#contract/drafts.ts';
import { deleteNote } from '#data/drafts/draft-notes.ts';
import { originalsOf, readOriginal, removeBlank, removeOriginals, storeOriginal } from '#data/drafts/originals.ts';
import { draftsOf, storeDraft, readDraft, readDrafts, removeDraft, type SaveResult } from '#data/drafts/drafts.ts';
import { requestPersistence } from '#data/device/persistent-storage.ts';
import { readShared, removeShared, type Shared } from '#data/drafts/shared.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export type { SaveResult } from '#data/drafts/drafts.ts';
export interface Draft<Kind extends DraftKind> extends DraftOf<Kind> {
  /** The draft's account. A form that is still mounted after a change of account must not write to the next account. */
  owner: string;
  /** Files that another app shared, which are still to be reduced. */
  arrived?: Arrived;
}

export interface Arrived {
  files: File[];
}

const account = (): string => accountOf(sessionStore.get());

/** The current account. A form belongs to one account. */
export const useOwner = (): string => accountOf(useStore(sessionStore));

/** By draft: how many forms and tasks of this tab have it, and the function that releases its lock. */
const claims = new Map<string, { count: number; isOurs: Promise<boolean>; release: () => void }>();

/**
 * Locks a draft for this tab. False if another tab has it. Without Web Locks (on a plain http address) every tab gets
 * it, and the last writer wins.
 */
export async function claimDraft(id: string): Promise<boolean> {
  const claimed = claims.get(id);
  if (claimed) {
    claimed.count += 1;
    return claimed.isOurs;
  }
  if (!navigator.locks) return true;
  const { promise: isOurs, resolve: answer } = Promise.withResolvers<boolean>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  claims.set(id, { count: 1, isOurs, release });
  void navigator.locks.request(`rangeday-draft:${account()}:${id}`, { ifAvailable: true }, (lock) => {
    if (!lock) claims.delete(id);
    answer(lock !== null);
    return lock ? released : undefined;
  });
  return isOurs;
}

/** Unlocks a draft, with a delay: a composer that is mounted again keeps it. */
export function releaseDraft(id: string): void {
  setTimeout(() => {
    const claimed = claims.get(id);
    if (!claimed) return;
    claimed.count -= 1;
    if (claimed.count > 0) return;
    claims.delete(id);
    claimed.release();
  });
}

/**
 * An empty draft of a place. It is stored when it has text. At once, because no other tab can have the lock of a new
 * id.
 */
export function newDraft<P extends Place>(place: P): Draft<KindOf<P>> {
  const draft = readDraftRow({ id: v7(), place, text: {}, files: [], changed_at: 0 }) as DraftOf<KindOf<P>>;
  void claimDraft(draft.id);
  return { ...draft, owner: account() };
}

/** It was submitted, and goes out when its photos are reduced: no form shows it any more. */
const isDue = ({ fields }: { fields: FieldsOf<DraftKind> }): boolean => 'due' in fields && fields.due !== undefined;

/** The place's newest draft that no other tab has open, or an empty one. Unlock it with `releaseDraft`. */
export async function openDraft<P extends Place>(place: P): Promise<Draft<KindOf<P>>> {
  const owner = account();
  for (const draft of await draftsOf(owner, place))
    if (!isDue(draft) && (await claimDraft(draft.id))) return { ...draft, owner };
  return newDraft(place);
}

/**
 * A new draft with the last share of another app that no other tab has open; null if there is none. Older ones follow
 * at the next openings. Unlock it with `releaseDraft`.
 */
export async function openShared(): Promise<Draft<'post'> | null> {
  for (const shared of await readShared(account())) if (await claimDraft(shared.id)) return draftOf(shared);
  return null;
}

async function draftOf(shared: Shared): Promise<Draft<'post'>> {
  const owner = account();
  const files = shared.files.map(({ name, type, bytes }) => new File([bytes], name, { type }));
  const before = await readDraft(owner, shared.id);
  const names = new Set(files.map(({ name }) => name));
  for (const id of await originalsOf(owner, shared.id))
    if (names.has((await readOriginal(owner, id))?.name ?? '')) await removeOriginals(owner, [id]);
  const draft: DraftOf<'post'> = {
    ...{ id: shared.id, kind: 'post', place: 'post' },
    fields: before?.kind === 'post' ? before.fields : wordsOf(shared),
    // The app was closed before all were reduced: they are taken again.
    files: (before?.files ?? []).filter(({ name }) => !names.has(name)),
    changed_at: Date.now(),
  };
  if (!isBlank(draft)) await storeDraft(owner, draft);
  void requestPersistence();
  return { ...draft, owner, arrived: { files } };
}

/** A line that is too long for a title belongs to the text. */
const wordsOf = ({ title, text }: Shared): FieldsOf<'post'> =>
  countCharacters(title) > POST_LIMITS.title
    ? { description: [title, text].filter(Boolean).join('\n') }
    : { ...(title && { title }), ...(text && { description: text }) };

/**
 * Deletes what was shared, if its draft is stored with this many pictures. On a full device it stays for the next
 * opening.
 */
export async function finishShared(id: string, pictures: number): Promise<void> {
  const draft = await readDraft(account(), id);
  if ((draft?.files.length ?? 0) >= pictures) await removeShared([id]);
}

/** Deletes what was shared, and its draft. */
export async function undoShared(id: string): Promise<void> {
  await Promise.all([removeShared([id]), removeDraft(account(), id)]);
}

/** The draft with this id; null if it does not exist or is open in another tab. */
export async function openDraftById<P extends Place>(id: string, place: P): Promise<Draft<KindOf<P>> | null> {
  const owner = account();
  const draft = await readDraft(owner, id);
  return draft?.place === place && (await claimDraft(id)) ? { ...(draft as DraftOf<KindOf<P>>), owner } : null;
}

/**
 * Saves a draft. Call it at every change, because writes are cheap; `withFiles` if its pictures changed, which are
 * megabytes. A draft without text and pictures is removed.
 */
export async function saveDraft<Kind extends DraftKind>(draft: Draft<Kind>, withFiles: boolean): Promise<SaveResult> {
  const { id, place, fields, files, owner } = draft;
  if (isBlank(draft)) {
    deleteNote(owner, id);
    if (await removeBlank(owner, id, true)) return 'saved';
  }
  return storeDraft<Place>(owner, { id, place, fields, ...(withFiles && { files }), changed_at: Date.now() });
}

/**
 * Moves text and pictures of a draft to the end of another one. False if that is open in another tab, was deleted, or
 * would have too many pictures.
 */
export async function moveInto(fromId: string, id: string): Promise<boolean> {
  const owner = account();
  const [from, to] = [await readDraft(owner, fromId), await openDraftById(id, 'post')];
  const files = [...(to?.files ?? []), ...(from?.files ?? [])];
  const isPossible = from?.kind === 'post' && to !== null && files.length <= IMAGE_LIMITS.perPost;
  if (isPossible) {
    const [title = '', ...more] = [to.fields.title, from.fields.title].filter(Boolean);
    const description = [to.fields.description, ...more, from.fields.description].filter(Boolean).join('\n');
    const fields = { ...to.fields, title, description };
    const saved = await storeDraft(owner, { id, place: 'post', fields, files, changed_at: Date.now() });
    if (saved === 'saved') await removeDraft(owner, fromId);
  }
  if (to) releaseDraft(id);
  return isPossible;
}

/** The pictures of a stored draft. */
export const picturesOf = async (owner: string, id: string): Promise<readonly Picture[]> =>
  (await readDraft(owner, id))?.files ?? [];

/** Removes a draft that was stored only for photos that it did not get. */
export async function dropIfBlank(owner: string, id: string): Promise<void> {
  await removeBlank(owner, id);
}

/** Deletes a draft. Returns the function that restores it. */
export async function discardDraft(id: string): Promise<(() => Promise<SaveResult>) | null> {
  const owner = account();
  const ids = await originalsOf(owner, id);
  const originals = await Promise.all(ids.map((each) => readOriginal(owner, each)));
  const removed = await removeDraft(owner, id);
  if (!removed) return null;
  return async () => {
    const saved = await storeDraft<Place>(owner, removed);
    for (const original of originals) if (original) await storeOriginal(owner, removed, original);
    return saved;
  };
}

/** A place's drafts, newest first. Only reads, so it can be used in a live query. */
export const listDrafts = async <P extends Place>(owner: string, place: P): Promise<Draft<KindOf<P>>[]> =>
  (await readDrafts(owner, place)).filter((draft) => !isDue(draft)).map((draft) => ({ ...draft, owner }));

export { finishDrafts } from '#data/drafts/drafts.ts';
