import { outboxRows } from '#data/outbox/items.ts';
import { type SyncState, syncState } from '#data/connection/status-store.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export type Status = Omit<SyncState, 'synced'> & {
  /** Actions queued or being sent. */
  waiting: number;
};

const status = deriveStore(
  [syncState, outboxRows],
  ({ phase, updatedAt, signInNeeded, fleeting, trouble }, { rows }): Status => {
    const waiting = rows.filter((item) => item.state === 'queued' || item.state === 'sending').length;
    return { phase, updatedAt, signInNeeded, fleeting, trouble, waiting };
  },
);

/** What truly happened with the last attempts to reach the server; the browser's own idea of "online" is not asked. */
export function useStatus(): Status {
  return useStore(status);
}
