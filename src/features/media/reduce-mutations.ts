import { v7 } from 'uuid';
import type { Picture } from '#contract/media.ts';
import {
  hasUnfinished,
  isDueDraft,
  storeReduced,
  originalsOf,
  readOriginal,
  removeOriginals,
  storeOriginal,
  unfinishedDrafts,
} from '#data/drafts/originals.ts';
import type { Place } from '#contract/drafts.ts';
import { readShared } from '#data/drafts/shared.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { claimDraft, dropIfBlank, picturesOf, releaseDraft } from '#features/drafts/drafts.ts';
import { createStore } from '#lib/store.ts';
import { thumbnailOf, type Thumbnail } from './thumbnail-queries.ts';
import { isDeviceFull, takePicture, type TakeResult } from './mutations.ts';

/*
 * Reduces chosen photos one after the other, for the whole page: leaving a form stops nothing. Each is stored first, so
 * that a page that is closed loses none; the next one resumes.
 */

/** A chosen photo until it is reduced. */
export interface Taking {
  /** Becomes the id of the picture. */
  id: string;
  draft: string;
  owner: string;
  isStored: boolean;
  /** How much of it is reduced, from 0 to 1. */
  progress?: number;
  /** Shown meanwhile. */
  thumbnail?: Thumbnail;
  /** Undefined: it is read from where it is stored. */
  file?: File;
}

export interface DraftPlace {
  id: string;
  place: Place;
}

export type TakeProblem = Extract<TakeResult, { ok: false }>['code'];

/** The form that shows a draft. */
interface DraftForm {
  /** Resolves when the draft is stored with it; false if it could not be. */
  onReduced: (picture: Picture) => Promise<boolean>;
  onFailed: (code: TakeProblem, name: string) => void;
}

const queue = createStore<readonly Taking[]>([]);
/** Of all drafts. The first one is being reduced. */
export const takingStore = { get: queue.get, subscribe: queue.subscribe };

const forms = new Map<string, DraftForm>();
/** Pictures that were reduced while the form of their draft was closed, by draft. */
const kept = new Map<string, Set<string>>();
/** Pictures that this page has reduced: a form that is being opened may have read that they are not. */
const reduced = new Set<string>();
/** Until they are stored. */
const storing = new Map<string, Promise<boolean>>();
let isRunning = false;
/** Resolves when all thumbnails are drawn. */
let drawn: Promise<unknown> = Promise.resolve();

const account = (): string => accountOf(sessionStore.get());
const changeTaking = (id: string, part: Partial<Taking>) =>
  queue.set(queue.get().map((each) => (each.id === id ? { ...each, ...part } : each)));
const find = (id: string) => queue.get().find((each) => each.id === id);
const drop = (id: string) => queue.set(queue.get().filter((each) => each.id !== id));
const isTaking = (draft: string) => queue.get().some((each) => each.draft === draft);

let onIdle: (draft: string) => Promise<unknown> = async () => {};

/** Called with each draft without a form, when all its photos are reduced. No other tab can open it meanwhile. */
export function setOnIdle(callback: typeof onIdle): void {
  onIdle = callback;
}

async function finish(draft: string): Promise<void> {
  if (isTaking(draft) || forms.has(draft) || !(await claimDraft(draft))) return;
  await onIdle(draft).catch((error) => console.debug('A draft could not be finished.', error));
  releaseDraft(draft);
  await unfinishedDrafts(account()).catch(() => []);
}

/** Most forms are left with nothing to do, and no database is opened for that. */
async function finishIfAny(draft: string): Promise<void> {
  if (await hasUnfinished(account())) await finish(draft);
}

/** Gives the photos of a draft to its form, also those that an earlier page left. Returns the function that ends it. */
export function attachForm(draft: string, form: DraftForm): () => void {
  forms.set(draft, form);
  void resumeForm(draft, form);
  return () => {
    if (forms.get(draft) === form) forms.delete(draft);
    void finishIfAny(draft);
  };
}

async function resumeForm(draft: string, form: DraftForm): Promise<void> {
  const owner = account();
  const late = kept.get(draft);
  kept.delete(draft);
  // They were reduced after the form had read its draft.
  if (late)
    for (const picture of await picturesOf(owner, draft)) if (late.has(picture.id)) void form.onReduced(picture);
  resume(owner, draft, await originalsOf(owner, draft));
}

function resume(owner: string, draft: string, ids: readonly string[]): void {
  const found = ids
    .filter((id) => !find(id) && !reduced.has(id))
    .map((id): Taking => ({ id, draft, owner, isStored: true }));
  queue.set([...queue.get(), ...found]);
  drawThumbnails(found);
  void run();
}

/** On page load: resumes unfinished photos. */
export async function resumeTaking(): Promise<void> {
  const owner = account();
  const drafts = await unfinishedDrafts(owner);
  const shared = new Set(drafts.length > 0 ? (await readShared(owner)).map(({ id }) => id) : []);
  for (const draft of drafts) {
    // The composer takes the photos of a share anew: one that is reduced here meanwhile would be in the draft twice.
    if (shared.has(draft) && !(await isDueDraft(owner, draft))) continue;
    resume(owner, draft, await originalsOf(owner, draft));
    await finish(draft);
  }
}

/** Takes chosen files into the draft of an open form. True when all of them are stored. */
export async function takeFiles(draft: DraftPlace, files: readonly File[]): Promise<boolean> {
  const owner = account();
  const added = files.map((file): Taking => ({ id: v7(), draft: draft.id, owner, file, isStored: false }));
  let last: Promise<unknown> = Promise.resolve();
  const stored = added.map((each) => {
    // One after the other: five photos of the camera need 60 MB.
    const next = last.then(() => store(draft, each)).catch(() => false);
    last = next;
    storing.set(each.id, next);
    return next.finally(() => storing.delete(each.id));
  });
  queue.set([...queue.get(), ...added]);
  // Over a poor network this code would keep the first file waiting.
  void import('#data/media/tus-upload.ts').catch(() => {});
  drawThumbnails(added);
  void run();
  return (await Promise.all(stored)).every(Boolean);
}

async function store(draft: DraftPlace, { id, owner, file }: Taking): Promise<boolean> {
  if (!file || !find(id) || (await isDeviceFull(file.size))) return false;
  // A file that was deleted since it was chosen cannot be read.
  const bytes = await file.arrayBuffer().catch(() => null);
  const isStored = bytes !== null && (await storeOriginal(owner, draft, { id, name: file.name, bytes }));
  if (isStored && !find(id)) await removeOriginals(owner, [id]);
  changeTaking(id, { isStored });
  return isStored;
}

/** Cancels a photo. */
export async function cancelTaking(id: string): Promise<void> {
  const found = find(id);
  drop(id);
  if (!found) return;
  await removeOriginals(found.owner, [id]);
  await dropIfBlank(found.owner, found.draft);
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let next = queue.get()[0]; next; next = queue.get()[0]) {
    const { draft } = next;
    // Another tab that has the draft reduces its photos.
    if (await claimDraft(draft)) {
      await reduce(next).catch((error) => console.debug('A photo could not be stored.', error));
      drop(next.id);
      void finish(draft);
      releaseDraft(draft);
    } else queue.set(queue.get().filter((each) => each.draft !== draft));
  }
  isRunning = false;
}

async function sourceOf({ id, owner, file }: Pick<Taking, 'id' | 'owner' | 'file'>): Promise<File | null> {
  if (file) return file;
  const stored = await readOriginal(owner, id);
  return stored && new File([stored.bytes], stored.name);
}

/** Before the first of them is reduced, which takes much longer. One after the other: a decoded photo needs 48 MB. */
function drawThumbnails(added: readonly Taking[]): void {
  for (const each of added)
    drawn = drawn
      .then(async () => {
        if (!find(each.id) || (await isDeviceFull(each.file?.size ?? 0))) return;
        const source = await sourceOf(each);
        const thumbnail = source && (await thumbnailOf(source));
        if (thumbnail) changeTaking(each.id, { thumbnail });
      })
      .catch((error) => console.debug('A photo could not be shown.', error));
}

async function reduce({ id, draft, owner, file }: Taking): Promise<void> {
  await storing.get(id);
  /** Its account was not left, it was not cancelled, and its draft not discarded. */
  const isWanted = async () => {
    const found = owner === account() && find(id);
    return found && (!found.isStored || (await readOriginal(owner, id)) !== null);
  };
  await drawn;
  const source = await sourceOf({ id, owner, file });
  if (!source || !(await isWanted())) return;
  const result = await takePicture(source, (progress) => changeTaking(id, { progress }));
  if (!(await isWanted())) return;
  const form = forms.get(draft);
  if (!result.ok) {
    drop(id);
    form?.onFailed(result.code, source.name);
    // This may be the only copy.
    if (!form && result.code === 'storage_full') return;
    await removeOriginals(owner, [id]);
    return dropIfBlank(owner, draft);
  }
  const picture = { ...result.picture, id };
  if (form) {
    const saved = form.onReduced(picture);
    reduced.add(id);
    drop(id);
    if (await saved) await removeOriginals(owner, [id]);
    else reduced.delete(id);
    return;
  }
  kept.set(draft, (kept.get(draft) ?? new Set()).add(id));
  const isKept = await storeReduced(owner, draft, picture, find(id)?.isStored ?? false);
  if (isKept) reduced.add(id);
  // A form that was opened meanwhile may have read the draft without it.
  if (isKept) await forms.get(draft)?.onReduced(picture);
}
