import { traitsOf } from '#contract/actions.ts';
import type { CrudAction } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { uploadLock } from '#contract/outbox.ts';
import { toServerOp } from '#contract/sync/client-tables.ts';
import { isPaused } from '#lib/backoff.ts';
import { retryAfterKey, readKey, SESSION_KEY, writeKey } from '../device/kv.ts';
import { endpoints } from '../http/config.ts';
import { isReachable } from '../http/reach.ts';
import { changeCopy, type CopiedAction, readCopy } from '../outbox/queue-copy-store.ts';
import { storedTokens } from '../session/stored-token.ts';
import { MOST_RETRY_AFTER_MS } from './classify.ts';
import { createBatch, type QueueSource, sendBatch, type SendParts, sendQueue, withInput } from './send-queue.ts';

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

export const canSend = ({ kind, sent, left, kept, version }: CopiedAction): boolean =>
  traitsOf(kind).background === true && !sent && !left && !kept && version <= QUEUE_VERSION;

/**
 * The queue copy for the service worker. Rejections are left to the page, which sends again in order and shows them.
 */
export function copiedQueue(account: string): QueueSource {
  const change = async (
    actions: readonly CrudAction[],
    changeOne: (action: CopiedAction) => Partial<CopiedAction>,
  ): Promise<number> => {
    const ids = new Set(actions.map(({ action_id }) => action_id));
    const changed = await changeCopy(account, (rows) =>
      rows.filter(({ action_id }) => ids.has(action_id)).map((row) => ({ ...row, ...changeOne(row) })),
    );
    return changed.length;
  };
  /** Those that the server may have from an earlier attempt, whatever becomes of this one. */
  const before = new Set<string>();
  const undoMark = ({ action_id }: CopiedAction) => ({ attempted: before.has(action_id) });

  return {
    async claim(alone) {
      const batch = createBatch(alone ? { ops: 1, bytes: 1 } : undefined);
      await changeCopy(account, (rows) => {
        const chosen: CopiedAction[] = [];
        before.clear();
        for (const row of rows) {
          if (!canSend(row)) {
            if (traitsOf(row.kind).withdraws && !row.sent) break;
            continue;
          }
          const { action_id, created_at, kind, label, ops } = row;
          const action = { action_id, created_at, kind, label, ops: ops.map(toServerOp) };
          if (!batch.add(withInput(action, row))) break;
          if (row.attempted) before.add(action_id);
          chosen.push({ ...row, attempted: true });
        }
        return chosen;
      });
      return batch.actions;
    },
    async reclaim(actions) {
      if ((await change(actions, () => ({ attempted: true }))) === actions.length) return true;
      // The page has cancelled one of them.
      await change(actions, undoMark);
      return false;
    },
    async release(actions, _reason, mayHaveArrived) {
      if (!mayHaveArrived) await change(actions, undoMark);
    },
    async settle(actions, results) {
      const statuses = new Map(results.map(({ action_id, status }) => [action_id, status]));
      await change(actions, ({ action_id }) => {
        const status = statuses.get(action_id);
        if (!status) return {};
        return status === 'rejected' ? { attempted: false, left: true } : { sent: true };
      });
      const unanswered = actions.findIndex(({ action_id }) => !statuses.has(action_id));
      return unanswered < 0 ? actions.length : unanswered;
    },
    async giveUp(action) {
      await change([action], () => ({ left: true }));
      return true;
    },
  };
}
