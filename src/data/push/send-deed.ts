import type { CrudBatch } from '#contract/crud.ts';
import { CRUD_VERSION } from '#contract/crud-versions.ts';
import { endpoints } from '../remote/config.ts';
import { sendBatch } from '../upload/send.ts';
import { dropDeed, markAttempted, type PushDeed } from './push-store.ts';

const TIMEOUT_MS = 15_000;

/** Sends what a member did in a notification. True if it is done; a repetition changes nothing. Never throws. */
export async function sendDeed(deed: PushDeed, accessToken: string): Promise<boolean> {
  const isDone = await (deed.deed === 'reply' ? sendReply(deed, accessToken) : change(deed, accessToken));
  if (isDone) await dropDeed(deed.id);
  return isDone;
}

async function sendReply({ id, account, from, text, created_at }: PushDeed, accessToken: string): Promise<boolean> {
  const { supabaseUrl, publishableKey } = endpoints();
  await markAttempted(id, true);
  const data = { sender_id: account, recipient_id: from, content: text };
  const action = { action_id: id, created_at, ops: [{ op: 'PUT' as const, table: 'private_messages', id, data }] };
  const batch: CrudBatch = { v: CRUD_VERSION, actions: [action] };
  const outcome = await sendBatch(batch, { supabaseUrl, publishableKey, accessToken, timeoutMs: TIMEOUT_MS });
  if (outcome.kind !== 'answer') return false;
  if (outcome.results.every(({ status }) => status !== 'rejected')) return outcome.results.length > 0;
  // The app sends it as an action of its outbox, which shows the reason.
  await markAttempted(id, false);
  return false;
}

/** By the Data API instead of the queue: the worker does not know the ids of the rows. */
async function change(deed: PushDeed, accessToken: string): Promise<boolean> {
  const { supabaseUrl, publishableKey } = endpoints();
  const [path, body] = rowsOf(deed);
  try {
    const response = await fetch(`${supabaseUrl}/rest/v1/${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', apikey: publishableKey, authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.status === 204;
  } catch {
    return false;
  }
}

function rowsOf({ deed, kind, from, account, about, post }: PushDeed): [path: string, body: object] {
  if (deed === 'accept')
    return [`friends?user_id=eq.${from}&friend_id=eq.${account}&status=eq.pending`, { status: 'accepted' }];
  if (kind === 'message')
    return [`private_messages?sender_id=eq.${from}&recipient_id=eq.${account}&read=is.false`, { read: true }];
  const which =
    kind === 'comment' && post ? `type=eq.comment&data->>post_id=eq.${post}&is_read=is.false` : `id=eq.${about}`;
  return [`notifications?${which}`, { is_read: true }];
}
