import type { CrudBatch } from '#contract/crud.ts';
import { CRUD_VERSION } from '#contract/crud-versions.ts';
import { codeOf, isFinal } from '../http/answers.ts';
import { endpoints } from '../http/config.ts';
import { fetchAs } from '../http/request.ts';
import { type Tokens, withToken } from '../http/with-token.ts';
import type { Outcome } from '../upload/classify.ts';
import { sendBatch } from '../upload/send-queue.ts';
import { removePushAction, hasPushAction, markPushAction, type PushAction } from './push-store.ts';

const TIMEOUT_MS = 15_000;

/** refused: the page has to show the reason. later: no answer, or not now. */
export type PushActionOutcome = 'done' | 'refused' | 'later';

/** Sends what a member did in a notification. A repetition changes nothing. Call it below `withPushActions`. */
export async function sendPushAction(action: PushAction, tokens: Tokens): Promise<PushActionOutcome> {
  // Done since the list was read, or ended by a log-out.
  if (!(await hasPushAction(action.account, action.id))) return 'done';
  const outcome = await (action.type === 'reply' ? sendReply(action, tokens) : change(action, tokens));
  // That something could not be marked as read is of no interest to the member.
  if (outcome === 'done' || (outcome === 'refused' && action.type === 'read')) {
    await removePushAction(action.id);
    return 'done';
  }
  // An earlier attempt may still have arrived.
  if (outcome === 'refused') await markPushAction(action.id, { attempted: action.attempted ?? false, left: true });
  return outcome;
}

async function sendReply(
  { id, account, from, text, created_at }: PushAction,
  tokens: Tokens,
): Promise<PushActionOutcome> {
  const { supabaseUrl, publishableKey } = endpoints();
  await markPushAction(id, { attempted: true });
  const data = { sender_id: account, recipient_id: from, content: text };
  const sent = { action_id: id, created_at, ops: [{ op: 'PUT' as const, table: 'private_messages', id, data }] };
  const batch: CrudBatch = { v: CRUD_VERSION, actions: [sent] };
  const outcome = await withToken<Outcome>(
    tokens,
    // Never as a guest.
    async (token) =>
      token === null
        ? { kind: 'refresh' }
        : sendBatch(batch, { supabaseUrl, publishableKey, accessToken: token, timeoutMs: TIMEOUT_MS }),
    ({ kind }) => kind === 'refresh',
  );
  if (outcome.kind === 'refused') return 'refused';
  const [result] = outcome.kind === 'answer' ? outcome.results : [];
  if (!result) return 'later';
  return result.status === 'rejected' ? 'refused' : 'done';
}

/** By the Data API instead of the queue: the worker does not know the ids of the rows. */
async function change(action: PushAction, tokens: Tokens): Promise<PushActionOutcome> {
  const { supabaseUrl } = endpoints();
  const [path, body] = rowsOf(action);
  try {
    const response = await fetchAs(tokens, `${supabaseUrl}/rest/v1/${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 204) return 'done';
    // A captive portal also answers with 4xx, but not with our API's JSON.
    const answer = { status: response.status, body: (await response.json()) as unknown };
    return answer.status >= 400 && codeOf(answer.body) !== '' && isFinal(answer) ? 'refused' : 'later';
  } catch {
    return 'later';
  }
}

function rowsOf({ type, kind, from, account, about, post }: PushAction): [path: string, body: object] {
  if (type === 'accept')
    return [`friends?user_id=eq.${from}&friend_id=eq.${account}&status=eq.pending`, { status: 'accepted' }];
  if (kind === 'message')
    return [`private_messages?sender_id=eq.${from}&recipient_id=eq.${account}&read=is.false`, { read: true }];
  const which =
    kind === 'comment' && post ? `type=eq.comment&data->>post_id=eq.${post}&is_read=is.false` : `id=eq.${about}`;
  return [`notifications?${which}`, { is_read: true }];
}
