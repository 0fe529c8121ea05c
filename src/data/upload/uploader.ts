import type { CommonPowerSyncDatabase, CrudTransaction as QueuedTransaction } from '@powersync/common';
import { type CrudBatch, type CrudAction, QUEUE_VERSION } from '#contract/crud.ts';
import type { RetryReason } from '#contract/outbox.ts';
import { backoffMs } from '#lib/backoff.ts';
import { createBatch, toCrudBatch } from './batch.ts';
import { type Outcome, REFUSALS_BEFORE_DEAD } from './classify.ts';
import { applyResults, markQueued, markRefused, markSending, markWaiting, type Sql } from '../outbox/results.ts';
import { countEntries } from '../replica/powersync-tables.ts';
import { setAside } from '../outbox/upgrade.ts';
import { toCrudAction, versionOf } from './wire.ts';
import type { Waker } from './waker.ts';

export interface UploaderParts {
  /** The owner's valid access token. Throws when there is none now; `fresh` asks for a new one after a refusal. */
  accessToken(fresh: boolean): Promise<string>;
  send(batch: CrudBatch, accessToken: string): Promise<Outcome>;
  /** Runs alone among all tabs and workers of this account. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  waker: Waker;
  /** Asked first: while nobody answers nothing is claimed, so that nothing seems to be on its way that is not. */
  isReachable?(): Promise<boolean>;
  /** Actions that now have a verdict in the outbox; still inside `exclusively`. */
  onSettled?(ids: readonly string[]): Promise<void> | void;
  /** The server wants to be left in peace until then (ms since 1970); still inside `exclusively`. */
  onHeld?(until: number): Promise<unknown>;
}

/** Thrown to PowerSync, which then keeps the queue and calls again. */
export class UploadPaused extends Error {
  override name = 'UploadPaused';
}

interface Claimed {
  actions: CrudAction[];
  /** Marks them as on their way. False, and nothing done, when one of them is not queued any more. */
  mark(): Promise<boolean>;
  /** Takes the first n actions out of the queue. */
  complete(count: number): Promise<void>;
}

/** What kept the token away; a RetryReason is the name of the error's kind in remote/tokens.ts and profile.ts. */
const TOKEN_REASONS: Readonly<Record<string, RetryReason>> = { SignInNeeded: 'session', ProfileMissing: 'profile' };
const reasonOf = (error: unknown): RetryReason => TOKEN_REASONS[error instanceof Error ? error.name : ''] ?? 'offline';

/** A refusal to listen, an answer of somebody else: the write was not taken. Silence and server trouble leave that open. */
const surelyNotTaken = (reason: RetryReason): boolean => reason === 'busy' || reason === 'portal';

async function areQueued(sql: Sql, transactions: readonly QueuedTransaction[]): Promise<boolean> {
  const ids = transactions.flatMap(({ crud }) => crud.map(({ clientId }) => clientId));
  return (await countEntries(sql, ids)) === ids.length;
}

/** Drains the queue of one account's database, batch by batch, in order. `upload` is what PowerSync calls. */
export function createUploader(parts: UploaderParts) {
  let failures = 0;
  let notBefore = 0;
  /** What the server asked for by Retry-After; only the member's own tap cuts it short. */
  let heldUntil = 0;
  /** After the refusal of a whole call its actions go one by one, so that only the culprit is given up. */
  let alone = 0;
  let refusals = { id: '', count: 0 };

  async function claim(db: CommonPowerSyncDatabase): Promise<Claimed | null> {
    const naming = { deviceId: await db.getClientId() };
    const batch = createBatch(alone > 0 ? { ops: 1, bytes: 1 } : undefined);
    const queued: QueuedTransaction[] = [];
    for await (const transaction of db.getCrudTransactions()) {
      const version = versionOf(transaction.crud);
      if (version > QUEUE_VERSION) {
        // What came before it goes first; alone at the head it is put aside, so that it holds nobody.
        if (queued.length > 0) break;
        await db.writeTransaction((tx) => setAside(tx, toCrudAction(transaction.crud, naming), version));
        await transaction.complete();
        continue;
      }
      if (!batch.add(toCrudAction(transaction.crud, naming))) break;
      queued.push(transaction);
    }
    const actions = [...batch.actions];
    if (actions.length === 0) return null;
    const mark = () =>
      db.writeTransaction(async (tx) => {
        // The member may have taken one back between the reading and now: it must not go.
        if (!(await areQueued(tx, queued))) return false;
        await markSending(tx, actions);
        return true;
      });
    const complete = async (count: number) => queued[count - 1]?.complete();
    return (await mark()) ? { actions, mark, complete } : claim(db);
  }

  function pause(reason: RetryReason, retryAfterMs = 0): never {
    failures += 1;
    notBefore = Date.now() + backoffMs(failures);
    if (retryAfterMs > 0) heldUntil = Date.now() + retryAfterMs;
    throw new UploadPaused(reason);
  }

  async function tokenFor(db: CommonPowerSyncDatabase, fresh: boolean): Promise<string> {
    try {
      return await parts.accessToken(fresh);
    } catch (error) {
      const reason = reasonOf(error);
      await db.writeTransaction((tx) => markWaiting(tx, reason));
      return pause(reason);
    }
  }

  async function sendNext(db: CommonPowerSyncDatabase): Promise<'done' | 'again'> {
    if (parts.isReachable && !(await parts.isReachable())) pause('offline');
    // The token before the claim: without one nothing is on its way.
    const token = await tokenFor(db, false);
    const claimed = await claim(db);
    if (!claimed) return 'done';
    const { actions, mark, complete } = claimed;
    const requeue = (reason: RetryReason, arrived?: boolean) =>
      db.writeTransaction((tx) => markQueued(tx, actions, reason, arrived));
    const keep = async (reason: RetryReason, retryAfterMs?: number): Promise<never> => {
      await requeue(reason, !surelyNotTaken(reason));
      if (retryAfterMs) await parts.onHeld?.(Date.now() + retryAfterMs);
      return pause(reason, retryAfterMs);
    };
    const succeed = async (count: number) => {
      failures = 0;
      notBefore = 0;
      heldUntil = 0;
      alone = Math.max(0, alone - count);
      refusals = { id: '', count: 0 };
      await parts.onSettled?.(actions.slice(0, count).map(({ action_id }) => action_id));
    };

    const batch = toCrudBatch(actions);
    let outcome = await parts.send(batch, token);
    if (outcome.kind === 'refresh') {
      await requeue('session', false);
      const fresh = await tokenFor(db, true);
      if (!(await mark())) return 'again';
      outcome = await parts.send(batch, fresh);
    }
    if (outcome.kind === 'retry') return keep(outcome.reason, outcome.retryAfterMs);
    if (outcome.kind === 'refresh') {
      await requeue('session', false);
      return pause('session');
    }

    if (outcome.kind === 'answer') {
      const { results } = outcome;
      // The verdicts first: if the process dies before the queue is shortened, the same ids are sent again and nothing is doubled.
      const covered = await db.writeTransaction((tx) => applyResults(tx, actions, results));
      if (covered === 0) return keep('unanswered');
      await complete(covered);
      await succeed(covered);
      if (covered < actions.length) await requeue('unanswered');
      return 'done';
    }

    const [head, ...others] = actions;
    if (!head) return 'done';
    await requeue('server', false);
    if (others.length > 0) {
      alone = actions.length;
      return 'again';
    }
    refusals = { id: head.action_id, count: refusals.id === head.action_id ? refusals.count + 1 : 1 };
    if (refusals.count < REFUSALS_BEFORE_DEAD) return pause('server');
    const { message } = outcome;
    await db.writeTransaction((tx) => markRefused(tx, head, { message, isLocal: true }));
    await complete(1);
    await succeed(1);
    return 'done';
  }

  return {
    async upload(db: CommonPowerSyncDatabase): Promise<void> {
      await parts.waker.sleepUntil(() => Math.max(notBefore, heldUntil));
      await parts.exclusively(async () => {
        while ((await sendNext(db)) === 'again');
      });
    },
    /** Forgets the pause: something tells that the server can be reached again. `insist`: also what the server asked for. */
    hurry({ insist = false } = {}) {
      failures = 0;
      notBefore = 0;
      if (insist) heldUntil = 0;
      parts.waker.wake();
    },
  };
}

export type Uploader = ReturnType<typeof createUploader>;
