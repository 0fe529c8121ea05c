import { liveQuery } from 'dexie';
import { accountOf, sessionStore } from '../session/session.ts';
import type { DraftRow } from './draft-row.ts';
import { database, isDropped } from './drafts.ts';
import { type DuePost, duePosts } from './due-posts.ts';

const isDue = ({ text }: DraftRow): boolean => Boolean(text['due']);

const readDue = (account: string): Promise<DraftRow[]> =>
  isDropped(account) ? Promise.resolve([]) : database(account).drafts.filter(isDue).toArray();

const toDue = ({ id, text, files, changed_at }: DraftRow): DuePost => ({
  ...{ id: text['due'] ?? '', draft: id },
  ...{ title: text['title'] ?? '', description: text['description'] ?? '' },
  isPublic: (text['visibility'] ?? 'public') === 'public',
  photos: Number(text['due_photos']),
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

/** The post is an ordinary draft again. False: it was sent meanwhile. */
export async function takeBackDue(account: string, draftId: string): Promise<boolean> {
  const { drafts } = database(account);
  return drafts.db.transaction('rw', drafts, async () => {
    const draft = await drafts.get(draftId);
    if (!draft) return false;
    await drafts.put({ ...draft, text: { ...draft.text, due: '', due_photos: '' }, changed_at: Date.now() });
    return true;
  });
}
