import type { CommonPowerSyncDatabase, CrudTransaction as QueuedTransaction } from '@powersync/common';
import type { CrudBatch, CrudTransaction } from '#contract/crud.ts';
import { backoffMs } from '#lib/backoff.ts';
import { SERVER_COLUMNS } from '../schema.ts';
import { type Outcome, REFUSALS_BEFORE_DEAD } from './classify.ts';
import { applyResults, markQueued, markRefused, markSending } from './results.ts';
import { createBatch, toCrudBatch, toCrudTransaction } from './upload.ts';
import type { Waker } from './waker.ts';

export interface UploaderParts {
  /** The owner's valid access token. Throws when there is none now; `fresh` asks for a new one after a refusal. */
  accessToken(fresh: boolean): Promise<string>;
  send(batch: CrudBatch, accessToken: string): Promise<Outcome>;
  /** Runs alone among all tabs and workers of this account. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  waker: Waker;
}

/** Thrown to PowerSync, which then keeps the queue and calls again. */
export class UploadPaused extends Error {
  override name = 'UploadPaused';
}

interface Claimed {
  transactions: CrudTransaction[];
  /** Takes the first n transactions out of the queue. */
  complete(count: number): Promise<void>;
}

/** Drains the queue of one account's database, batch by batch, in order. `upload` is what PowerSync calls. */
export function createUploader(parts: UploaderParts) {
  let failures = 0;
  let notBefore = 0;
  /** After the refusal of a whole call its transactions go one by one, so that only the culprit is given up. */
  let alone = 0;
  let refusals = { id: '', count: 0 };

  async function claim(db: CommonPowerSyncDatabase): Promise<Claimed | null> {
    const naming = { deviceId: await db.getClientId(), serverColumns: SERVER_COLUMNS };
    const batch = createBatch(alone > 0 ? { ops: 1, bytes: 1 } : undefined);
    const queued: QueuedTransaction[] = [];
    for await (const transaction of db.getCrudTransactions()) {
      if (!batch.add(toCrudTransaction(transaction.crud, naming))) break;
      queued.push(transaction);
    }
    const transactions = [...batch.transactions];
    if (transactions.length === 0) return null;
    await db.writeTransaction((tx) => markSending(tx, transactions));
    return { transactions, complete: async (count) => queued[count - 1]?.complete() };
  }

  function pause(reason: string, retryAfterMs = 0): never {
    failures += 1;
    notBefore = Date.now() + Math.max(backoffMs(failures), retryAfterMs);
    throw new UploadPaused(reason);
  }

  async function ask(transactions: readonly CrudTransaction[]): Promise<Outcome> {
    const batch = toCrudBatch(transactions);
    const outcome = await parts.send(batch, await parts.accessToken(false));
    return outcome.kind === 'refresh' ? parts.send(batch, await parts.accessToken(true)) : outcome;
  }

  async function sendNext(db: CommonPowerSyncDatabase): Promise<'done' | 'again'> {
    const claimed = await claim(db);
    if (!claimed) return 'done';
    const { transactions, complete } = claimed;
    const requeue = (reason: string) => db.writeTransaction((tx) => markQueued(tx, transactions, reason));
    const keep = async (reason: string, retryAfterMs?: number): Promise<never> => {
      await requeue(reason);
      return pause(reason, retryAfterMs);
    };
    const succeed = (count: number) => {
      failures = 0;
      notBefore = 0;
      alone = Math.max(0, alone - count);
      refusals = { id: '', count: 0 };
    };

    let outcome: Outcome;
    try {
      outcome = await ask(transactions);
    } catch (error) {
      return keep(error instanceof Error ? error.name : 'session');
    }
    if (outcome.kind === 'retry') return keep(outcome.reason, outcome.retryAfterMs);
    if (outcome.kind === 'refresh') return keep('session');

    if (outcome.kind === 'answer') {
      const { results } = outcome;
      // The verdicts first: if the process dies before the queue is shortened, the same ids are sent again and nothing is doubled.
      const covered = await db.writeTransaction((tx) => applyResults(tx, transactions, results));
      if (covered === 0) return keep('unanswered');
      await complete(covered);
      succeed(covered);
      if (covered < transactions.length) await requeue('unanswered');
      return 'done';
    }

    const [head, ...others] = transactions;
    if (!head) return 'done';
    if (others.length > 0) {
      alone = transactions.length;
      await requeue(outcome.code);
      return 'again';
    }
    refusals = { id: head.id, count: refusals.id === head.id ? refusals.count + 1 : 1 };
    if (refusals.count < REFUSALS_BEFORE_DEAD) return keep(outcome.code);
    const { message } = outcome;
    await db.writeTransaction((tx) => markRefused(tx, head, message));
    await complete(1);
    succeed(1);
    return 'done';
  }

  return {
    async upload(db: CommonPowerSyncDatabase): Promise<void> {
      await parts.waker.sleepUntil(() => notBefore);
      await parts.exclusively(async () => {
        while ((await sendNext(db)) === 'again');
      });
    },
    /** Forgets the pause: something tells that the server can be reached again. */
    hurry() {
      failures = 0;
      notBefore = 0;
      parts.waker.wake();
    },
  };
}

export type Uploader = ReturnType<typeof createUploader>;
