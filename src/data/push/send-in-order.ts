import { isReachable } from '../http/reach.ts';
import { endpoints } from '../http/config.ts';
import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { storedTokens } from '../session/stored-token.ts';
import { sendForSignedIn } from '../upload/background.ts';
import { withPushActions } from './push-store.ts';
import { sendPushAction } from './send-push-action.ts';

const TIMEOUT_MS = 15_000;

export interface SentInOrder {
  status: 'done' | 'later';
  /** The unread count on the server after an action in a notification, if it answered. */
  unread: number | null;
}

const LATER: SentInOrder = { status: 'later', unread: null };

/** In the service worker: sends the queue first: a reply must not precede an earlier message. */
export async function sendInOrder(account: string): Promise<SentInOrder> {
  try {
    return (await sendForSignedIn()) === 'done' ? await sendPushActions(account) : LATER;
  } catch {
    // Another one holds a lock for very long.
    return LATER;
  }
}

const sendPushActions = (account: string): Promise<SentInOrder> =>
  withPushActions(account, async (all) => {
    const actions = all.filter(({ left }) => !left);
    if (actions.length === 0) return { status: 'done', unread: null };
    if (!(await isReachable(endpoints().powersyncUrl))) return LATER;
    const tokens = storedTokens(account);
    // In order, because the member wrote them in order.
    for (const action of actions) if ((await sendPushAction(action, tokens)) === 'later') return LATER;
    return { status: 'done', unread: await fetchUnread(tokens) };
  });

async function fetchUnread(tokens: Tokens): Promise<number | null> {
  const options = { tokens, timeoutMs: TIMEOUT_MS };
  const reply = await postJson('/rest/v1/rpc/my_unread_total', {}, options).catch(() => null);
  return reply?.status === 200 && typeof reply.body === 'number' ? reply.body : null;
}
