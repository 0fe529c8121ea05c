import { liveQuery } from 'dexie';
import { accountOf, sessionStore } from '../session/session.ts';
import { type DraftOf, type DraftRow, readDraftRow } from '#contract/drafts.ts';
import { database, isDropped } from './drafts.ts';
import { type DuePost, duePosts } from './due-posts.ts';
import { isDueRow } from './originals.ts';

async function readDue(account: string): Promise<DraftOf<'post'>[]> {
  const rows = isDropped(account) ? [] : await database(account).drafts.filter(isDueRow).toArray();
  return rows.map(readDraftRow).filter((draft) => draft?.kind === 'post');
}

const toDue = ({ id, fields, files, changed_at }: DraftOf<'post'>): DuePost => ({
  ...{ id: fields.due?.id ?? '', draft: id },
  ...{ title: fields.title ?? '', description: fields.description ?? '' },
  isPublic: (fields.audience ?? 'public') === 'public',
  photos: fields.due?.photos ?? 0,
  pictures: files.map(({ id, width, height }) => ({ id, width, height })),
  submitted_at: new Date(changed_at).toISOString(),
});

let watched: { account: string; end: () => void } | null = null;

/** Shows the account's posts that were submitted before their photos were reduced, until there is none. */
export function watchDue(): void {
  const account = accountOf(sessionStore.get());
  if (watched?.account === account) return;
  watched?.end();
  let wasAny = false;
  const watch = liveQuery(() => readDue(account)).subscribe({
    next(rows) {
      duePosts.set(rows.map(toDue));
      // The draft of a post that was just submitted may not be stored yet.
      if (wasAny && rows.length === 0) end();
      wasAny ||= rows.length > 0;
    },
    error: () => end(),
  });
  const forget = sessionStore.subscribe(() => accountOf(sessionStore.get()) === account || end());
  function end(): void {
    watch.unsubscribe();
    forget();
    watched = null;
    duePosts.set([]);
  }
  watched = { account, end };
}

/** Posts of this page that are being created, and that were taken back before. */
const beingSent = new Set<string>();
const takenBack = new Set<string>();

/** A form was submitted, perhaps under the id of a post that was taken back: it keeps that if others depend on it. */
export const noteSubmitted = (postId: string): void => void takenBack.delete(postId);

/**
 * Runs `send` unless the submitted post was taken back: then null. It cannot be taken back meanwhile, because the
 * draft is deleted at the end, and a form would still show it.
 */
export async function unlessTakenBack<T>(postId: string, send: () => Promise<T>): Promise<T | null> {
  if (takenBack.has(postId)) return null;
  beingSent.add(postId);
  try {
    return await send();
  } finally {
    beingSent.delete(postId);
  }
}

/** The post is an ordinary draft again. False: it was sent meanwhile. */
export async function takeBackDue(account: string, draftId: string): Promise<boolean> {
  const { drafts } = database(account);
  return drafts.db.transaction('rw', drafts, async () => {
    const row = await drafts.get(draftId);
    const draft = row && readDraftRow(row);
    if (draft?.kind !== 'post' || beingSent.has(draft.fields.due?.id ?? '')) return false;
    if (draft.fields.due) takenBack.add(draft.fields.due.id);
    await drafts.put({ ...row, text: { ...draft.fields, due: undefined }, changed_at: Date.now() } as DraftRow);
    return true;
  });
}
