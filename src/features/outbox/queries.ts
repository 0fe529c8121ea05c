import { type OutboxItem, outboxRows } from '#data/outbox.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export type { OutboxItem } from '#data/outbox.ts';

export interface Outbox {
  items: OutboxItem[];
  /** Queued or being sent. */
  waiting: number;
  refused: number;
  /** False until the device has been read: nothing can be said about what waits. */
  ready: boolean;
}

const outbox = deriveStore([outboxRows], ({ rows, ready }): Outbox => {
  // A sent one waits only for its echo: nothing the member could do about it.
  const items = rows.filter((item) => item.state !== 'sent');
  const refused = items.filter((item) => item.state === 'refused').length;
  return { items, waiting: items.length - refused, refused, ready };
});

export function useOutbox(): Outbox {
  return useStore(outbox);
}
