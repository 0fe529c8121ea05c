import type { CommonPowerSyncDatabase } from '@powersync/common';
import { backoffMs } from '#lib/backoff.ts';
import { completeDueDiscards, UNDO_LIMIT_MS } from '../outbox/discard.ts';
import { localQueue, type Refusals } from './local-queue.ts';
import { type SendMemory, type SendParts, sendQueue } from './send-queue.ts';
import type { Waker } from './waker.ts';

export interface UploaderParts extends SendParts {
  account: string;
  /** Runs alone among all tabs and workers of this account. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  waker: Waker;
  /** Actions that now have a result in the outbox; still inside `exclusively`. */
  onSettled?(ids: readonly string[]): Promise<void> | void;
}

/** Thrown to PowerSync, which then keeps the queue and calls again. */
export class UploadPaused extends Error {
  override name = 'UploadPaused';
}

/** Sends the queue of one account's database, batch by batch. `upload` is what PowerSync calls. */
export function createUploader(parts: UploaderParts) {
  const memory: SendMemory = { alone: 0 };
  const refusals: Refusals = { action_id: '', count: 0 };
  let failures = 0;
  let notBefore = 0;
  /** From Retry-After. Only the member's tap ends it early. */
  let retryAt = 0;
  /** The same by the device's clock, which goes on while the device sleeps. The earlier one counts. */
  let retryDate = 0;

  async function sendOneBatch(db: CommonPowerSyncDatabase): Promise<void> {
    await completeDueDiscards({ account: parts.account, db });
    const result = await sendQueue(localQueue(db, refusals, parts.onSettled), parts, memory, 1);
    if (result.status === 'discarding') {
      notBefore = performance.now() + Math.min(UNDO_LIMIT_MS, result.until - Date.now());
      throw new UploadPaused('discard');
    }
    if (result.status === 'paused') {
      failures += 1;
      notBefore = performance.now() + backoffMs(failures);
      if (result.retryAfterMs) {
        retryAt = performance.now() + result.retryAfterMs;
        retryDate = Date.now() + result.retryAfterMs;
      }
      throw new UploadPaused(result.reason);
    }
    if (result.status === 'empty') return;
    failures = 0;
    notBefore = 0;
    retryAt = 0;
  }

  return {
    async upload(db: CommonPowerSyncDatabase): Promise<void> {
      const retry = () => Math.min(retryAt, performance.now() + Math.max(0, retryDate - Date.now()));
      await parts.waker.sleepUntil(() => Math.max(notBefore, retry()));
      await parts.exclusively(() => sendOneBatch(db));
    },
    /** Ends the pause before the next attempt. With `force` also a pause that the server requested. */
    flush({ force = false } = {}) {
      failures = 0;
      notBefore = 0;
      if (force) retryAt = 0;
      parts.waker.wake();
    },
  };
}

export type Uploader = ReturnType<typeof createUploader>;
