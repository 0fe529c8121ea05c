import type { CommonPowerSyncDatabase, CrudTransaction } from '@powersync/common';
import { v5 } from 'uuid';
import type { CrudAction, CrudOp } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { toServerOp } from '#contract/sync/client-tables.ts';
import { backoffMs } from '#lib/backoff.ts';
import { type Moment, momentIn, msUntil } from '#lib/two-clocks.ts';
import type { Tokens } from '../http/with-token.ts';
import { readAction } from '../outbox/action-store.ts';
import { completeDueDiscards, pendingDiscards, UNDO_LIMIT_MS } from '../outbox/discard.ts';
import { applyResults, markQueued, markRefused, markSending, markWaiting, setAside } from '../outbox/results.ts';
import type { Connector } from '../powersync-workarounds/released-connector.ts';
import { countEntries, isQueueEmpty } from '../replica/powersync-tables.ts';
import { MAX_REFUSALS } from './classify.ts';
import { createBatch, type QueueSource, type SendMemory, type SendParts, sendQueue, withInput } from './send-queue.ts';
import type { Waker } from './waker.ts';

export interface ConnectorParts {
  powersyncUrl: string;
  /** A token for the sync stream. Throws without a network; null: signed out. */
  syncToken: Tokens;
  /** Absent for guests, who cannot write. */
  uploader?: Uploader;
}

/** One per connection: remembers its token, and refreshes it when PowerSync asks again after a rejection. */
export function createConnector({ powersyncUrl, syncToken, uploader }: ConnectorParts): Connector {
  let given: string | null = null;
  return {
    async fetchCredentials() {
      let token = await syncToken();
      if (token !== null && token === given) token = await syncToken(given);
      given = token;
      return token === null ? null : { endpoint: powersyncUrl, token };
    },
    async uploadData(db, signal) {
      await uploader?.upload(db, signal);
    },
  };
}

export interface UploaderParts extends SendParts {
  account: string;
  /** Runs alone among all tabs and workers of this account. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  waker: Waker;
  /** Actions that now have a result in the outbox; still inside `exclusively`. */
  onSettled?(ids: readonly string[]): Promise<void> | void;
}

/** Thrown to PowerSync, which then keeps the queue and calls again. */
class UploadPaused extends Error {
  override name = 'UploadPaused';
}

/** Sends the queue of one account's database, batch by batch. `upload` is what PowerSync calls. */
export function createUploader(parts: UploaderParts) {
  const memory: SendMemory = { alone: 0 };
  const refusals: Refusals = { action_id: '', count: 0 };
  let failures = 0;
  let notBefore = 0;
  /** From Retry-After. Only the member's tap ends it early. */
  let retry: Moment | null = null;

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
      if (result.retryAfterMs) retry = momentIn(result.retryAfterMs);
      throw new UploadPaused(result.reason);
    }
    if (result.status === 'empty') return;
    failures = 0;
    notBefore = 0;
    retry = null;
  }

  const pausedUntil = () => Math.max(notBefore, retry ? performance.now() + msUntil(retry) : 0);

  return {
    /** `signal` ends the pause and the wait for another upload; a batch that is under way goes on. */
    async upload(db: CommonPowerSyncDatabase, signal?: AbortSignal): Promise<void> {
      await parts.waker.sleepUntil(pausedUntil, signal);
      signal?.throwIfAborted();
      const before = { notBefore, retry };
      await parts.exclusively(async () => {
        signal?.throwIfAborted();
        const isPaused = notBefore > before.notBefore || (retry !== null && retry !== before.retry);
        if (isPaused) throw new UploadPaused('by the upload before');
        await sendOneBatch(db);
      });
    },
    /** Ends the pause before the next attempt. With `force` also a pause that the server requested. */
    flush({ force = false } = {}) {
      failures = 0;
      notBefore = 0;
      if (force) retry = null;
      parts.waker.wake();
    },
  };
}

export type Uploader = ReturnType<typeof createUploader>;

/** How often the heartbeat calls `flush`: the server may accept writes while the stream is down. */
export const FLUSH_EVERY_MS = 30_000;

/** Sends without PowerSync's open stream: by heartbeat, and when hidden. Also completes due discards. */
export function createFlush(db: CommonPowerSyncDatabase, account: string, uploader: Uploader) {
  let running = false;
  return async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await completeDueDiscards({ account, db });
      // One batch at a time, as PowerSync calls it.
      while (!(await isQueueEmpty(db))) await uploader.upload(db);
    } catch (error) {
      // Usually paused: the outbox shows the reason, and the next attempt follows.
      if (!(error instanceof UploadPaused)) console.debug('The queue could not be sent.', error);
    } finally {
      running = false;
    }
  };
}

/** How often the server has rejected a call with only this action. */
interface Refusals {
  action_id: string;
  count: number;
}

/** PowerSync's upload queue, with the outbox as its record of attempts and results. */
function localQueue(
  db: CommonPowerSyncDatabase,
  refusals: Refusals,
  onSettled?: (ids: readonly string[]) => Promise<void> | void,
): QueueSource {
  /** The claimed transactions, as PowerSync returns them. */
  let claimed: CrudTransaction[] = [];

  /** False: one of them was cancelled or hidden between being read and being marked. */
  const mark = (actions: readonly CrudAction[]) =>
    db.writeTransaction(async (tx) => {
      const entries = claimed.flatMap(({ crud }) => crud.map(({ clientId }) => clientId));
      if ((await countEntries(tx, entries)) < entries.length) return false;
      const pending = await pendingDiscards(tx);
      if (actions.some(({ action_id }) => pending.has(action_id))) return false;
      await markSending(tx, actions);
      return true;
    });

  async function complete(actions: readonly CrudAction[]): Promise<void> {
    await claimed[actions.length - 1]?.complete();
    refusals.count = 0;
    await onSettled?.(actions.map(({ action_id }) => action_id));
  }

  return {
    async claim(alone) {
      const deviceId = await db.getClientId();
      for (;;) {
        const batch = createBatch(alone ? { ops: 1, bytes: 1 } : undefined);
        const pending = await pendingDiscards(db);
        claimed = [];
        for await (const transaction of db.getCrudTransactions()) {
          const queued = toCrudAction(transaction.crud, deviceId);
          const action = withInput(queued, await readAction(db, queued.action_id));
          const discardAt = pending.get(action.action_id);
          if (discardAt !== undefined) {
            if (claimed.length === 0) return discardAt;
            break;
          }
          const version = versionOf(transaction.crud);
          if (version > QUEUE_VERSION) {
            // Earlier actions are sent first. At the head of the queue it is set aside, so that it blocks nothing.
            if (claimed.length > 0) break;
            await db.writeTransaction((tx) => setAside(tx, action, version));
            await transaction.complete();
            continue;
          }
          if (!batch.add(action)) break;
          claimed.push(transaction);
        }
        if (claimed.length === 0 || (await mark(batch.actions))) return batch.actions;
      }
    },
    reclaim: mark,
    release: (actions, reason, mayHaveArrived) =>
      db.writeTransaction((tx) => markQueued(tx, actions, reason, mayHaveArrived)),
    async settle(actions, results) {
      // Results first: if the process ends before they are removed from the queue, the same ids are sent again and
      // change nothing.
      const count = await db.writeTransaction((tx) => applyResults(tx, actions, results));
      if (count > 0) await complete(actions.slice(0, count));
      return count;
    },
    async giveUp(action, message) {
      const { action_id } = action;
      refusals.count = refusals.action_id === action_id ? refusals.count + 1 : 1;
      refusals.action_id = action_id;
      if (refusals.count < MAX_REFUSALS) return false;
      await db.writeTransaction((tx) => markRefused(tx, action, { message, isLocal: true }));
      await complete([action]);
      return true;
    },
    wait: (reason) => db.writeTransaction((tx) => markWaiting(tx, reason)),
  };
}

/** One row of the local upload queue, as PowerSync returns it. */
export interface QueueEntry {
  clientId: number;
  op: string;
  table: string;
  id: string;
  opData?: Record<string, unknown> | undefined;
  transactionId?: number | undefined;
  metadata?: string | undefined;
}

const FALLBACK_NAMESPACE = '6f0b4f1c-6d2f-5d0a-9c55-0e3f1e5a7a11';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Known = { v: number } & Omit<CrudAction, 'ops'>;

/** The action that a local write belongs to; null when the metadata is missing or unusable (another writer). */
function readMetadata(text: string | undefined): Known | null {
  if (!text) return null;
  try {
    const { v, action_id, created_at, kind, label } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof action_id !== 'string' || !UUID.test(action_id) || typeof created_at !== 'string') return null;
    const name = { ...(typeof kind === 'string' && { kind }), ...(typeof label === 'string' && { label }) };
    return { v: typeof v === 'number' ? v : 1, action_id, created_at, ...name };
  } catch {
    return null;
  }
}

const toOp = ({ op, table, id, opData }: QueueEntry): CrudOp =>
  toServerOp({ op: op as CrudOp['op'], table, id, ...(opData && { data: opData }) });

/** QUEUE_VERSION of the release that queued these. */
const versionOf = (entries: readonly QueueEntry[]): number =>
  Math.max(1, ...entries.map((entry) => readMetadata(entry.metadata)?.v ?? 1));

/**
 * The wire form of one local transaction. Without metadata its id is derived from the entries and `deviceId`, a
 * permanent id of the database, so that it is the same at every attempt.
 */
export function toCrudAction(entries: readonly QueueEntry[], deviceId: string): CrudAction {
  const known = entries.map((entry) => readMetadata(entry.metadata)).find((found) => found !== null);
  const ops = entries.map(toOp);
  if (known) {
    const { v: _, ...action } = known;
    return { ...action, ops };
  }
  const first = entries[0];
  const name = [
    deviceId,
    first?.transactionId ?? `op${first?.clientId}`,
    ...entries.map((entry) => `${entry.op} ${entry.table} ${entry.id}`),
  ].join('\n');
  return { action_id: v5(name, FALLBACK_NAMESPACE), created_at: new Date(0).toISOString(), ops };
}
