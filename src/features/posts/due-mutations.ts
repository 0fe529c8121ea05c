import { readDraft, removeDraft, storeDraft } from '#data/drafts/drafts.ts';
import { watchDue } from '#data/drafts/watch-due.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { memberReplica } from '#data/outbox/write.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { createPost, type WriteResult } from './mutations.ts';
import { NOT_DUE, toPost } from './post-draft.ts';

/** Shows the posts that wait for their photos in feed and outbox, until there is none. */
export const showDue = watchDue;

const SUBMITTED_SQL = 'SELECT 1 FROM posts WHERE id = ?1 UNION ALL SELECT 1 FROM outbox WHERE id = ?2 LIMIT 1';

/** The page was closed between the commit of the post and the deletion of its draft. */
async function isSubmitted(account: string, postId: string, draftId: string): Promise<boolean> {
  const open = await memberReplica(account);
  return open.ok && (await open.replica.db.getOptional(SUBMITTED_SQL, [postId, draftId])) !== null;
}

/** Creates the post of a draft submitted before its photos were reduced. Null: none such, or done. */
export async function sendDue(draftId: string): Promise<WriteResult | 'photos_lost' | null> {
  const owner = accountOf(sessionStore.get());
  const draft = await readDraft(owner, draftId);
  if (draft?.kind !== 'post' || !draft.fields.due) return null;
  const { fields, files } = draft;
  const { id, photos } = draft.fields.due;
  const giveBack = () =>
    storeDraft(owner, { id: draftId, place: 'post', fields: { ...fields, ...NOT_DUE }, changed_at: Date.now() });
  if (files.length !== photos) {
    await giveBack();
    return 'photos_lost';
  }
  if (await isSubmitted(owner, id, draftId)) {
    await removeDraft(owner, draftId);
    return null;
  }
  const isCeo = snapshotStore.get()?.me?.role === 'ceo';
  const result = await createPost({
    ...toPost(fields, isCeo),
    ...(files.length > 0 && { images: files }),
    ...{ id, draftId, account: owner },
  });
  // It goes out at the member's next log-in.
  if (!result.ok && result.code === 'signed_out') return null;
  if (!result.ok) await giveBack();
  return result;
}
