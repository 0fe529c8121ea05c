import { outboxRows } from '#data/outbox/items.ts';
import { type SyncState, syncState } from '#data/device/sync-state.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export type Status = Omit<SyncState, 'synced'> & {
  /** Actions queued or being sent. */
  waiting: number;
};

const status = deriveStore(
  [syncState, outboxRows],
  ({ phase, isFailing, updatedAt, signInNeeded, fleeting, trouble }, { rows }): Status => {
    const waiting = rows.filter((item) => item.state === 'queued' || item.state === 'sending').length;
    return { phase, isFailing, updatedAt, signInNeeded, fleeting, trouble, waiting };
  },
);

/** The status of the connection, from the results of real attempts instead of the browser's `navigator.onLine`. */
export function useStatus(): Status {
  return useStore(status);
}
