import type { CrudBatch } from '#contract/crud.ts';
import { CRUD_VERSION } from '#contract/crud-versions.ts';
import { endpoints } from '../remote/config.ts';
import { sendBatch } from '../upload/send.ts';
import { dropDeed, hasDeed, markDeed, type PushDeed } from './push-store.ts';

const TIMEOUT_MS = 15_000;

/** refused: the page has to show the reason. later: no answer, or not now. */
export type DeedOutcome = 'done' | 'refused' | 'later';

/** Sends what a member did in a notification. A repetition changes nothing. Call it below `withDeeds`. */
export async function sendDeed(deed: PushDeed, accessToken: string): Promise<DeedOutcome> {
  // Done since the list was read, or ended by a log-out.
  if (!(await hasDeed(deed.account, deed.id))) return 'done';
  const outcome = await (deed.deed === 'reply' ? sendReply(deed, accessToken) : change(deed, accessToken));
  // That something could not be marked as read is of no interest to the member.
  if (outcome === 'done' || (outcome === 'refused' && deed.deed === 'read')) {
    await dropDeed(deed.id);
    return 'done';
  }
  if (outcome === 'refused') await markDeed(deed.id, { attempted: false, left: true });
  return outcome;
}

async function sendReply({ id, account, from, text, created_at }: PushDeed, accessToken: string): Promise<DeedOutcome> {
  const { supabaseUrl, publishableKey } = endpoints();
  await markDeed(id, { attempted: true });
  const data = { sender_id: account, recipient_id: from, content: text };
  const action = { action_id: id, created_at, ops: [{ op: 'PUT' as const, table: 'private_messages', id, data }] };
  const batch: CrudBatch = { v: CRUD_VERSION, actions: [action] };
  const outcome = await sendBatch(batch, { supabaseUrl, publishableKey, accessToken, timeoutMs: TIMEOUT_MS });
  if (outcome.kind === 'refused') return 'refused';
  const [result] = outcome.kind === 'answer' ? outcome.results : [];
  if (!result) return 'later';
  return result.status === 'rejected' ? 'refused' : 'done';
}

/** Statuses that do not depend on the change: the token, the time, the rate. */
const NOT_NOW = new Set([401, 403, 408, 425, 429]);

/** By the Data API instead of the queue: the worker does not know the ids of the rows. */
async function change(deed: PushDeed, accessToken: string): Promise<DeedOutcome> {
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
    if (response.status === 204) return 'done';
    // A captive portal also answers with 4xx, but not with our API's JSON.
    const answer: unknown = await response.json();
    const isOurs = typeof answer === 'object' && answer !== null && 'code' in answer;
    return isOurs && response.status >= 400 && response.status <= 499 && !NOT_NOW.has(response.status)
      ? 'refused'
      : 'later';
  } catch {
    return 'later';
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
