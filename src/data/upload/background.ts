import { uploadLock } from '#contract/outbox.ts';
import { isPaused } from '#lib/backoff.ts';
import { isReachable } from '../http/reach.ts';
import { retryAfterKey, readKey, SESSION_KEY, writeKey } from '../device/kv.ts';
import { readCopy } from '../outbox/queue-copy-store.ts';
import { endpoints } from '../http/config.ts';
import { storedTokens } from '../session/stored-token.ts';
import { MOST_RETRY_AFTER_MS } from './classify.ts';
import { canSend, copiedQueue } from './copied-queue.ts';
import { sendBatch } from './send.ts';
import { type SendParts, sendQueue } from './send-queue.ts';

/** An open page that is sending holds the lock and does the work. */
const LOCK_TIMEOUT_MS = 90_000;

/** Sends the copied actions of one account. 'later': the network or the server was unavailable, try again. */
export async function sendCopied(account: string, parts: SendParts): Promise<'done' | 'later'> {
  const { status } = await sendQueue(copiedQueue(account), parts);
  return status === 'empty' ? 'done' : 'later';
}

/** Handles the worker's `sync` event: sends for the member who is signed in on this device, and for nobody else. */
export async function sendForSignedIn(): Promise<'done' | 'later'> {
  const account = await signedIn();
  if (account === null || !(await readCopy(account)).some(canSend)) return 'done';
  const { supabaseUrl, publishableKey, powersyncUrl } = endpoints();
  const tokens = storedTokens(account);
  const work = async () => {
    // The server asked the page for a pause a moment ago.
    if (isPaused((await readKey<number>(retryAfterKey(account))) ?? 0, MOST_RETRY_AFTER_MS)) return 'later' as const;
    return sendCopied(account, {
      isReachable: () => isReachable(powersyncUrl),
      onRetryAfter: (ms) => writeKey(retryAfterKey(account), Date.now() + ms),
      // Checked before every call: a log-out ends it.
      accessToken: async (refused) => {
        if ((await signedIn()) !== account) throw new Error('The member has logged out.');
        return tokens(refused);
      },
      send: (batch, accessToken) => sendBatch(batch, { supabaseUrl, publishableKey, accessToken }),
    });
  };
  if (!navigator.locks) return work();
  return navigator.locks.request(uploadLock(account), { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, work);
}

/** The account of this device; null for a guest. */
export async function signedIn(): Promise<string | null> {
  const session = await readKey<{ kind?: unknown; userId?: unknown }>(SESSION_KEY);
  return session?.kind === 'member' && typeof session.userId === 'string' ? session.userId : null;
}
