import { storeDraft } from '#data/drafts/drafts.ts';
import { removePushAction, type PushAction, withPushActions } from '#data/push/push-store.ts';
import { sendPushAction } from '#data/push/send-push-action.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { memberToken } from '#data/session/tokens.ts';
import { acceptFriendRequest } from '#features/friends/mutations.ts';
import { markThreadRead, sendMessage, type WriteResult } from '#features/messages/mutations.ts';
import { markEntryRead } from '#features/notifications/mutations.ts';

/** Turns what was done in notifications into actions of the outbox, in the order in which the member did it. */
export async function commitPushActions(): Promise<void> {
  try {
    await withPushActions(accountOf(sessionStore.get()), async (actions) => {
      for (const action of actions) if (await commitPushAction(action)) await removePushAction(action.id);
    });
  } catch (error) {
    console.debug('What was done in a notification was not stored.', error);
  }
}

/** True if it is done, or is now in the outbox. */
async function commitPushAction(action: PushAction): Promise<boolean> {
  const { type, from, about, kind, account } = action;
  if (from !== null && type === 'reply') return reply(action, from);
  if (from !== null && type === 'accept') {
    const result = await acceptFriendRequest(from, { account });
    // A request that has not synced yet, or was answered elsewhere.
    return !result.ok && result.code === 'not_found' && !action.left ? isSent(action) : isFinal(result);
  }
  if (type !== 'read') return true;
  // What has not synced yet can only be marked on the server.
  if (!(await isHere(about))) return isSent(action);
  return isFinal(
    await (from !== null && kind === 'message' ? markThreadRead(from, { account }) : markEntryRead(about, { account })),
  );
}

/** Under the ids that the worker uses, so that the server recognises what it has. */
async function reply({ id, account, text, attempted = false }: PushAction, recipient_id: string): Promise<boolean> {
  if (await isHere(id)) return true;
  const message = { id, recipient_id, content: text, mayHaveArrived: attempted };
  const result = await sendMessage({ ...message, draftId: id, account });
  if (result.ok || !isFinal(result)) return result.ok;
  // Too long, for example: it waits in the field of the thread.
  const saved = storeDraft(account, {
    ...{ id, place: `message:${recipient_id}`, fields: { text }, changed_at: Date.now() },
  });
  return (await saved) === 'saved';
}

const NOT_NOW: readonly string[] = ['storage_full', 'storage_unavailable', 'signed_out'];

/** Done, or failed for good. */
const isFinal = (result: WriteResult): boolean => result.ok || !NOT_NOW.includes(result.code);

const isSent = async (action: PushAction): Promise<boolean> =>
  (await sendPushAction(action, (refused) => memberToken(action.account, refused))) !== 'later';

const HERE = 'SELECT id FROM private_messages WHERE id = ?1 UNION ALL SELECT id FROM notifications WHERE id = ?1';

const isHere = async (id: string): Promise<boolean> =>
  Boolean(await replicaStore.get()?.db.getOptional<{ id: string }>(HERE, [id]));
