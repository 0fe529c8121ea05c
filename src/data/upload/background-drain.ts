import type { CrudResult } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { uploadLock } from '#contract/outbox.ts';
import { endpoints } from '../remote/config.ts';
import { isReachable } from '../connection/reach.ts';
import { storedToken } from '../session/stored-token.ts';
import { createBatch, toCrudBatch } from './batch.ts';
import type { Outcome } from './classify.ts';
import { sendBatch } from './send.ts';
import { heldKey, readKey, SESSION_KEY, writeKey } from '../device/kv.ts';
import { markMirrored, mirrored, type MirrorRow } from '../outbox/queue-copy-store.ts';

/** A page that is alive and sending holds the lock; it will do the work itself. */
const LOCK_PATIENCE_MS = 90_000;

const canGo = ({ byWorker, sent, left, version }: MirrorRow): boolean =>
  byWorker && !sent && !left && version <= QUEUE_VERSION;

/** Marks the next rows as asked: as many as one call carries, one alone after a call was refused as a whole. */
function claim(account: string, alone: boolean): Promise<MirrorRow[]> {
  return markMirrored(account, (rows) => {
    const batch = createBatch(alone ? { ops: 1, bytes: 1 } : undefined);
    const chosen: MirrorRow[] = [];
    for (const row of rows.filter(canGo)) {
      if (!batch.add(row.action)) break;
      chosen.push({ ...row, asked: true });
    }
    return chosen;
  });
}

/** Notes on claimed rows what came of the call. */
async function note(account: string, claimed: readonly MirrorRow[], change: (row: MirrorRow) => Partial<MirrorRow>) {
  const ids = new Set(claimed.map(({ id }) => id));
  await markMirrored(account, (rows) =>
    rows.filter(({ id }) => ids.has(id)).map((row) => ({ ...row, ...change(row) })),
  );
}

function verdictOn(results: readonly CrudResult[]): (row: MirrorRow) => Partial<MirrorRow> {
  const statuses = new Map(results.map(({ action_id, status }) => [action_id, status]));
  return ({ id }) => {
    const status = statuses.get(id);
    if (!status) return {};
    return status === 'rejected' ? { asked: false, left: true } : { sent: true };
  };
}

export interface DrainParts {
  /** The owner's valid token; null when there is none now. */
  token(refused?: string): Promise<string | null>;
  send(rows: readonly MirrorRow[], token: string): Promise<Outcome>;
  /** Asked first: a browser wakes the worker for any network, and what is asked for counts as perhaps arrived. */
  isReachable?(): Promise<boolean>;
  /** The server wants to be left in peace for that long. */
  onHeld?(ms: number): Promise<unknown>;
}

/**
 * Sends the mirrored actions of one account, in order, call by call. 'later': the network or the server was not there, ask again.
 * A refusal is left to the page: it sends what this copy lacks (votes, friend actions) in its place in the order, hears the
 * verdict and shows it.
 */
export async function drainMirror(account: string, parts: DrainParts): Promise<'done' | 'later'> {
  const { token, send, onHeld } = parts;
  let alone = false;
  for (;;) {
    if (parts.isReachable && !(await parts.isReachable())) return 'later';
    const first = await token();
    if (first === null) return (await mirrored(account)).some(canGo) ? 'later' : 'done';
    const claimed = await claim(account, alone);
    if (claimed.length === 0) return 'done';
    let outcome = await send(claimed, first);
    if (outcome.kind === 'refresh') {
      const fresh = await token(first);
      if (fresh !== null) outcome = await send(claimed, fresh);
    }
    if (outcome.kind === 'answer') {
      const { results } = outcome;
      await note(account, claimed, verdictOn(results));
      if (!claimed.some(({ id }) => results.some(({ action_id }) => action_id === id))) return 'later';
      continue;
    }
    if (outcome.kind === 'refused') {
      await note(account, claimed, () => ({ asked: false, ...(claimed.length === 1 && { left: true }) }));
      alone = true;
      continue;
    }
    const notTaken = outcome.kind === 'refresh' || outcome.reason === 'busy' || outcome.reason === 'portal';
    if (notTaken) await note(account, claimed, () => ({ asked: false }));
    if (outcome.kind === 'retry' && outcome.retryAfterMs) await onHeld?.(outcome.retryAfterMs);
    return 'later';
  }
}

/** What the worker's `sync` event does: delivers for whoever is signed in on this device, and for nobody else. */
export async function drainInBackground(): Promise<'done' | 'later'> {
  const account = await signedIn();
  if (account === null || (await mirrored(account)).every((row) => !canGo(row))) return 'done';
  const { supabaseUrl, publishableKey, powersyncUrl } = endpoints();
  const work = async () => {
    // The page was told so a moment ago, and gave up the lock.
    if (((await readKey<number>(heldKey(account))) ?? 0) > Date.now()) return 'later' as const;
    return drainMirror(account, {
      isReachable: () => isReachable(powersyncUrl),
      onHeld: (ms) => writeKey(heldKey(account), Date.now() + ms),
      // Asked before every call: a log-out in between ends it.
      token: async (refused) => ((await signedIn()) === account ? storedToken(account, refused) : null),
      send: (rows, accessToken) =>
        sendBatch(toCrudBatch(rows.map(({ action }) => action)), {
          supabaseUrl,
          publishableKey,
          accessToken,
        }),
    });
  };
  if (!navigator.locks) return work();
  return navigator.locks.request(uploadLock(account), { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, work);
}

/** The account whose queue may go out; null for a guest. */
async function signedIn(): Promise<string | null> {
  const session = await readKey<{ kind?: unknown; userId?: unknown }>(SESSION_KEY);
  return session?.kind === 'member' && typeof session.userId === 'string' ? session.userId : null;
}
