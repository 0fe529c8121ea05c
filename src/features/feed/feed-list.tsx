import { useRef } from 'react';
import { feedCopy } from '#copy/feed.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import type { Ad } from '#contract/ad-row.ts';
import { AD_WIDE, useFeedAd } from '#features/ads/queries.ts';
import { later } from '#ui/later.tsx';
import { useMedia } from '#ui/use-media.ts';
import { VirtualList } from '#ui/virtual-list.tsx';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import type { DueEntriesProps } from './due-entries.tsx';
import type { FeedExtrasProps } from './feed-extras.tsx';
import { FeedTabs } from './feed-tabs.tsx';
import styles from './feed.module.css';
import { useHasDue } from '#features/outbox/queries.ts';
import { NothingShown } from './nothing-shown.tsx';
import { AD_AFTER, usePlacedAd } from './use-placed-ad.ts';

// Not needed for first paint.
const FeedAd = later<{ ad: Ad }>(async () => (await import('#features/ads/feed-ad.tsx')).FeedAd);
const DueEntries = later<DueEntriesProps>(async () => (await import('./due-entries.tsx')).DueEntries);
const FeedExtras = later<FeedExtrasProps>(async () => (await import('./feed-extras.tsx')).FeedExtras);

/** Without its chunk (a first visit that went offline) there are no older posts, either. */
const showOlder = (tab: FeedTab): Promise<void> =>
  import('./older-queries.ts').then(
    (older) => older.showOlder(tab),
    () => {},
  );

interface FeedListProps {
  tab: FeedTab;
  isMember: boolean;
  offline: boolean;
  synced: boolean;
  shown: readonly FeedPost[];
  newCount: number;
  reveal: () => void;
}

/** Number of entries that fill a phone. */
export const ON_FIRST_SCREEN = 4;

/** Typical height of an entry, in px. */
const ESTIMATE = 220;
/** Height of the shortest entry, in px. */
export const SHORTEST = 140;

type Item = { id: string; post: FeedPost } | { id: string; ad: Ad };

function withAd(posts: readonly FeedPost[], ad: Ad | null): readonly Item[] {
  const items: Item[] = posts.map((post) => ({ id: post.id, post }));
  if (ad && posts.length >= AD_AFTER) items.splice(AD_AFTER, 0, { id: `ad:${ad.id}`, ad });
  return items;
}

/** A list of posts of any length. Empty, not synced yet and loading are three different states. */
export function FeedList({ tab, isMember, offline, synced, shown, newCount, reveal }: FeedListProps) {
  const feed = useRef<HTMLDivElement>(null);
  const placedAd = usePlacedAd(useFeedAd(useMedia(AD_WIDE)), feed);
  const showNew = () => {
    reveal();
    scrollTo({ top: 0 });
    // The pill had the focus and is removed: the keyboard continues at the new posts.
    feed.current?.focus({ preventScroll: true });
  };
  const hasDue = useHasDue(tab);
  const isNothing = shown.length === 0 && !hasDue;
  return (
    <>
      <h1 className="sr">{feedCopy.title}</h1>
      <FeedTabs shown={tab} isMember={isMember} newCount={newCount} onShowNew={showNew} />
      <div ref={feed} tabIndex={-1} className={styles.feed}>
        {hasDue && <DueEntries tab={tab} shown={shown} />}
        <VirtualList
          items={withAd(shown, placedAd)}
          getKey={(item) => item.id}
          renderItem={(item, index) =>
            'ad' in item ? <FeedAd ad={item.ad} /> : <FeedEntry post={item.post} first={index < ON_FIRST_SCREEN} />
          }
          label={feedCopy.tabs[tab]}
          busy={!synced}
          estimate={ESTIMATE}
          shortest={SHORTEST}
          restoreKey={`feed:${tab}`}
          onEndNear={() => void showOlder(tab)}
        />
      </div>
      {isNothing && <NothingShown tab={tab} synced={synced} offline={offline} />}
      {!isNothing && <FeedExtras hasOlder={tab === 'main'} offline={offline} onRefreshed={reveal} />}
    </>
  );
}
