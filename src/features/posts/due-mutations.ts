import type { CreatePost } from '#contract/posts.ts';
import { readDraft, removeDraft, storeDraft } from '#data/drafts/drafts.ts';
import { noteSubmitted, unlessTakenBack, watchDue } from '#data/drafts/watch-due.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { memberReplica } from '#data/outbox/write.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { createPost, type WriteResult } from './mutations.ts';
import { NOT_DUE, toPost } from './post-draft.ts';

/** Shows the posts that wait for their photos in feed and outbox, until there is none. */
export const showDue = watchDue;

/** The form of this post was submitted, and waits for its photos. */
export function waitForPhotos(postId: string): void {
  noteSubmitted(postId);
  showDue();
}

const SUBMITTED_SQL = 'SELECT 1 FROM posts WHERE id = ?1 UNION ALL SELECT 1 FROM outbox WHERE id = ?2 LIMIT 1';

/** The page was closed between the commit of the post and the deletion of its draft. */
async function isSubmitted(account: string, postId: string, draftId: string): Promise<boolean> {
  const open = await memberReplica(account);
  return open.ok && (await open.replica.db.getOptional(SUBMITTED_SQL, [postId, draftId])) !== null;
}

/** Creates the post of a draft submitted before its photos were reduced. Null: none such, taken back, or done. */
export async function sendDue(draftId: string): Promise<WriteResult | 'photos_lost' | null> {
  const account = accountOf(sessionStore.get());
  const draft = await readDraft(account, draftId);
  if (draft?.kind !== 'post' || !draft.fields.due) return null;
  const { fields, files } = draft;
  const { id, photos } = draft.fields.due;
  const giveBack = () =>
    storeDraft(account, { id: draftId, place: 'post', fields: { ...fields, ...NOT_DUE }, changed_at: Date.now() });
  if (files.length !== photos) {
    await giveBack();
    return 'photos_lost';
  }
  // May wait for the database, at a cold start for seconds: so the draft is looked at again afterwards.
  const wasSubmitted = await isSubmitted(account, id, draftId);
  return unlessTakenBack(id, async () => {
    const now = await readDraft(account, draftId);
    // Taken back, by another tab too.
    if (now?.kind !== 'post' || now.fields.due?.id !== id) return null;
    if (wasSubmitted) {
      await removeDraft(account, draftId);
      return null;
    }
    const isCeo = snapshotStore.get()?.me?.role === 'ceo';
    const result = await createPost({
      ...toPost(fields, isCeo),
      ...(files.length > 0 && { images: files }),
      ...{ id, draftId, account },
    });
    // It goes out at the member's next log-in.
    if (!result.ok && result.code === 'signed_out') return null;
    if (!result.ok) await giveBack();
    return result;
  });
}

/** As `sendDue`, for the form that is still open, or was left a moment ago. Null: taken back. */
export async function sendSubmitted(post: CreatePost & { id: string; draftId: string }): Promise<WriteResult | null> {
  const account = accountOf(sessionStore.get());
  const open = await memberReplica(account);
  return open.ok ? unlessTakenBack(post.id, () => createPost({ ...post, account })) : open;
}
