import { useRef } from 'react';
import { feedCopy } from '#copy/feed.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { AD_WIDE } from '#features/ads/first-queries.ts';
import { useHasDue } from '#features/outbox/queries.ts';
import type { Missing } from '#lib/missing.ts';
import { later } from '#ui/later.tsx';
import { useMedia } from '#ui/use-media.ts';
import { VirtualList } from '#ui/virtual-list.tsx';
import { AD_AFTER, AdSlot } from './ad-slot.tsx';
import type { DueEntriesProps } from './due-entries.tsx';
import { FeedEntry } from './feed-entry.tsx';
import type { FeedExtrasProps } from './feed-extras.tsx';
import { FeedTabs } from './feed-tabs.tsx';
import styles from './feed.module.css';
import { narrowMainFeed, useMainFeed } from './main-queries.ts';
import { NothingShown } from './nothing-shown.tsx';
import { narrowFriendsFeed, useFriendsFeed, useTrendingFeed } from './tab-queries.ts';
import { type ShownPosts, useNewPosts, useSteadyOrder } from './use-new-posts.ts';

// Not needed for first paint.
const DueEntries = later<DueEntriesProps>(async () => (await import('./due-entries.tsx')).DueEntries);
const FeedExtras = later<FeedExtrasProps>(async () => (await import('./feed-extras.tsx')).FeedExtras);

/** Without its chunk (a first visit that went offline) there are no older posts, either. */
const showOlder = (tab: FeedTab): Promise<void> =>
  import('./older-queries.ts').then(
    (older) => older.showOlder(tab),
    () => {},
  );

/** Number of entries that fill a phone. */
export const ON_FIRST_SCREEN = 4;

/** Typical height of an entry, in px. */
const ESTIMATE = 220;
/** Height of the shortest entry, in px. */
export const SHORTEST = 140;

const AD = { id: 'ad' };

const withAd = (posts: readonly FeedPost[]): readonly (FeedPost | typeof AD)[] =>
  posts.length < AD_AFTER ? posts : [...posts.slice(0, AD_AFTER), AD, ...posts.slice(AD_AFTER)];

interface FeedProps {
  tab: FeedTab;
  isMember: boolean;
  missing: Missing;
}

/** Renders the selected feed. Each has its own component, so that only the query of the feed on screen runs. */
export function Feed(props: FeedProps) {
  const Posts = { main: MainFeed, friends: FriendsFeed, trending: TrendingFeed }[props.tab];
  return <Posts key={props.tab} {...props} />;
}

function MainFeed(props: FeedProps) {
  const { posts, synced } = useMainFeed();
  return <FeedList {...props} {...useNewPosts(posts, narrowMainFeed)} synced={synced} />;
}

function FriendsFeed(props: FeedProps) {
  const { posts, synced } = useFriendsFeed();
  return <FeedList {...props} {...useNewPosts(posts, narrowFriendsFeed)} synced={synced} />;
}

function TrendingFeed(props: FeedProps) {
  const { posts, synced } = useTrendingFeed();
  return <FeedList {...props} {...useSteadyOrder(posts)} synced={synced} />;
}

/** A list of posts of any length. Empty, not synced yet and loading are three different states. */
function FeedList({
  tab,
  isMember,
  missing,
  synced,
  shown,
  newCount,
  reveal,
}: FeedProps & ShownPosts & { synced: boolean }) {
  const feed = useRef<HTMLDivElement>(null);
  const isWide = useMedia(AD_WIDE);
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
          items={withAd(shown)}
          getKey={(item) => item.id}
          renderItem={(item, index) =>
            'title' in item ? (
              <FeedEntry post={item} first={index < ON_FIRST_SCREEN} />
            ) : (
              // In a window of the other width another ad may be the right one. Others: `adoptPlacedPosts`.
              item === AD && <AdSlot key={String(isWide)} isWide={isWide} />
            )
          }
          label={feedCopy.tabs[tab]}
          busy={!synced}
          estimate={ESTIMATE}
          shortest={SHORTEST}
          restoreKey={`feed:${tab}`}
          onEndNear={() => void showOlder(tab)}
          // A post behind the pill can fill the window of the query.
          loaded={shown.length + newCount}
        />
      </div>
      {isNothing && <NothingShown tab={tab} synced={synced} missing={missing} />}
      {!isNothing && <FeedExtras hasOlder={tab === 'main'} missing={missing} onRefreshed={reveal} />}
    </>
  );
}
