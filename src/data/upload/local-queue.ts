import type { CommonPowerSyncDatabase, CrudTransaction } from '@powersync/common';
import type { CrudAction } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { readAction } from '../outbox/action-store.ts';
import { pendingDiscards } from '../outbox/discard.ts';
import { applyResults, markQueued, markRefused, markSending, markWaiting } from '../outbox/results.ts';
import { setAside } from '../outbox/upgrade.ts';
import { countEntries } from '../replica/powersync-tables.ts';
import { createBatch, withInput } from './batch.ts';
import { MAX_REFUSALS } from './classify.ts';
import type { QueueSource } from './send-queue.ts';
import { toCrudAction, versionOf } from './wire.ts';

/** How often the server has rejected a call with only this action. */
export interface Refusals {
  action_id: string;
  count: number;
}

/** PowerSync's upload queue, with the outbox as its record of attempts and results. */
export function localQueue(
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
      const idSource = { deviceId: await db.getClientId() };
      for (;;) {
        const batch = createBatch(alone ? { ops: 1, bytes: 1 } : undefined);
        const pending = await pendingDiscards(db);
        claimed = [];
        for await (const transaction of db.getCrudTransactions()) {
          const queued = toCrudAction(transaction.crud, idSource);
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
