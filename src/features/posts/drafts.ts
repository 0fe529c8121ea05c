import { v7 } from 'uuid';
import { keepDraft, newestDraft, removeDraft } from '#data/local/drafts.ts';
import { accountOf, sessionStore } from '#data/session.ts';

/** `id` goes to createPost as draftId. */
export interface PostDraft {
  id: string;
  title: string;
  description: string;
  visibility: 'public' | 'friends';
}

const PLACE = 'post';

/** The account's unfinished post, or an empty one with a new id. */
export async function loadPostDraft(): Promise<PostDraft> {
  const row = await newestDraft(accountOf(sessionStore.get()), PLACE);
  return {
    id: row?.id ?? v7(),
    title: row?.text['title'] ?? '',
    description: row?.text['description'] ?? '',
    visibility: row?.text['visibility'] === 'friends' ? 'friends' : 'public',
  };
}

/** False when the device could not keep it. Call it on every change: writes are cheap. An empty draft is removed. */
export async function savePostDraft({ id, title, description, visibility }: PostDraft): Promise<boolean> {
  const account = accountOf(sessionStore.get());
  if (title.trim() === '' && description.trim() === '') {
    await removeDraft(account, id);
    return true;
  }
  return keepDraft(account, { id, place: PLACE, text: { title, description, visibility }, changed_at: Date.now() });
}
