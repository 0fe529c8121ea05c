import type { CrudOp } from '#contract/crud.ts';
import type { OutboxItem } from '#contract/outbox-item.ts';
import { outboxRows } from '#data/outbox/items.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

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

const PICTURES = ['image_url', 'gif_url', 'url', 'profile_image_url', 'banner_url'];

/** What an item wrote, by column; of all its rows. */
export function fieldsOf({ payload }: OutboxItem): Record<string, unknown> {
  const ops = payload ? (JSON.parse(payload) as CrudOp[]) : [];
  return Object.assign({}, ...ops.map(({ data }) => data ?? {})) as Record<string, unknown>;
}

/** The address of its first picture, if it has one. */
export function pictureOf(item: OutboxItem): string | null {
  const fields = fieldsOf(item);
  const found = PICTURES.map((name) => fields[name]).find((url) => typeof url === 'string' && url !== '');
  return typeof found === 'string' ? found : null;
}
