import { storeDraft } from '#data/drafts/drafts.ts';
import { dropDeed, type PushDeed, withDeeds } from '#data/push/push-store.ts';
import { sendDeed } from '#data/push/send-deed.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { memberToken } from '#data/session/tokens.ts';
import { acceptFriendRequest } from '#features/friends/mutations.ts';
import { markThreadRead, sendMessage, type WriteResult } from '#features/messages/mutations.ts';
import { markEntryRead } from '#features/notifications/mutations.ts';

/** Turns what was done in notifications into actions of the outbox, in the order in which the member did it. */
export async function doDeeds(): Promise<void> {
  try {
    await withDeeds(accountOf(sessionStore.get()), async (deeds) => {
      for (const deed of deeds) if (await doDeed(deed)) await dropDeed(deed.id);
    });
  } catch (error) {
    console.debug('What was done in a notification was not stored.', error);
  }
}

/** True if it is done, or is now in the outbox. */
async function doDeed(deed: PushDeed): Promise<boolean> {
  const { deed: what, from, about, kind } = deed;
  if (from !== null && what === 'reply') return reply(deed, from);
  if (from !== null && what === 'accept') {
    const result = await acceptFriendRequest(from);
    // A request that has not synced yet, or was answered elsewhere.
    return !result.ok && result.code === 'not_found' && !deed.left ? isSent(deed) : isFinal(result);
  }
  if (what !== 'read') return true;
  // What has not synced yet can only be marked on the server.
  if (!(await isHere(about))) return isSent(deed);
  return isFinal(await (from !== null && kind === 'message' ? markThreadRead(from) : markEntryRead(about)));
}

/** Under the ids that the worker uses, so that the server recognises what it has. */
async function reply({ id, account, text, attempted = false }: PushDeed, recipient_id: string): Promise<boolean> {
  if (await isHere(id)) return true;
  const result = await sendMessage({ id, recipient_id, content: text, draftId: id, mayHaveArrived: attempted });
  if (result.ok || !isFinal(result)) return result.ok;
  // Too long, for example: it waits in the field of the thread.
  const draft = { id, place: `message:${recipient_id}`, text: { text }, changed_at: Date.now() };
  return (await storeDraft(account, draft)) === 'saved';
}

const NOT_NOW: readonly string[] = ['storage_full', 'storage_unavailable', 'signed_out'];

/** Done, or failed for good. */
const isFinal = (result: WriteResult): boolean => result.ok || !NOT_NOW.includes(result.code);

const isSent = async (deed: PushDeed): Promise<boolean> =>
  (await sendDeed(deed, await memberToken(deed.account, false))) !== 'later';

const HERE = 'SELECT id FROM private_messages WHERE id = ?1 UNION ALL SELECT id FROM notifications WHERE id = ?1';

const isHere = async (id: string): Promise<boolean> =>
  Boolean(await replicaStore.get()?.db.getOptional<{ id: string }>(HERE, [id]));
