import type { FeedTab } from '#contract/feed-tabs.ts';
import type { StoredAction } from '#data/outbox/action.ts';
import { outboxRows } from '#data/outbox/items.ts';
import { type DuePost, duePosts } from '#data/drafts/due-posts.ts';
import { waitingFiles } from '#data/media/waiting-files.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export type { StoredAction } from '#data/outbox/action.ts';

export interface Outbox {
  items: StoredAction[];
  /** Queued or being sent. */
  waiting: number;
  refused: number;
  /** False until the database has been read. */
  ready: boolean;
}

const outbox = deriveStore([outboxRows], ({ rows, ready }): Outbox => {
  // A sent action only waits for its confirmation.
  const items = rows.filter((item) => item.state !== 'sent');
  const refused = items.filter((item) => item.state === 'refused').length;
  return { items, waiting: items.length - refused, refused, ready };
});

/** Everything unsent: also rows that were sent before their files, and posts whose photos are being reduced. */
const unsent = deriveStore([outbox, waitingFiles, duePosts], ({ items, waiting, refused }, files, due) => {
  const isOther = ({ id }: { id: string }) => !items.some(({ entity_id }) => entity_id === id);
  const others = files.filter(isOther);
  const lost = others.filter(({ isRefused }) => isRefused).length;
  return { waiting: waiting + others.length - lost + due.filter(isOther).length, refused: refused + lost };
});

export const useUnsent = () => useStore(unsent);

/** Friends-only posts are in the tab of friends, all others in the main one. */
export const isOfTab = ({ isPublic }: DuePost, tab: FeedTab): boolean => tab === (isPublic ? 'main' : 'friends');

/** Whether a post of this tab of the feed waits for its photos to be reduced. */
export const useHasDue = (tab: FeedTab): boolean => useStore(duePosts).some((post) => isOfTab(post, tab));

export function useOutbox(): Outbox {
  return useStore(outbox);
}

const PICTURES = ['image_url', 'gif_url', 'url', 'profile_image_url', 'banner_url'];

/** The URL of its first picture, or null. */
export function pictureOf(item: StoredAction): string | null {
  const urls = item.ops.flatMap(({ data }) => PICTURES.map((name) => data?.[name]));
  const found = urls.find((url) => typeof url === 'string' && url !== '');
  return typeof found === 'string' ? found : null;
}
