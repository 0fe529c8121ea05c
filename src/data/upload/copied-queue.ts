import type { CrudAction } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { traitsOf } from '#contract/actions.ts';
import { toServerOp } from '#contract/sync/client-tables.ts';
import { changeCopy, type CopiedAction } from '../outbox/queue-copy-store.ts';
import { createBatch, withInput } from './batch.ts';
import type { QueueSource } from './send-queue.ts';

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

  return {
    async claim(alone) {
      const batch = createBatch(alone ? { ops: 1, bytes: 1 } : undefined);
      await changeCopy(account, (rows) => {
        const chosen: CopiedAction[] = [];
        for (const row of rows.filter(canSend)) {
          const { action_id, created_at, kind, label, ops } = row;
          const action = { action_id, created_at, kind, label, ops: ops.map(toServerOp) };
          if (!batch.add(withInput(action, row))) break;
          chosen.push({ ...row, attempted: true });
        }
        return chosen;
      });
      return batch.actions;
    },
    async reclaim(actions) {
      if ((await change(actions, () => ({ attempted: true }))) === actions.length) return true;
      // The page has cancelled one of them.
      await change(actions, () => ({ attempted: false }));
      return false;
    },
    async release(actions, _reason, mayHaveArrived) {
      if (!mayHaveArrived) await change(actions, () => ({ attempted: false }));
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
