import { useRef } from 'react';
import { postsCopy } from '#copy/posts.ts';
import { FlagFlying, FreshTarget } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { FeedEnd } from './feed-end.tsx';
import { FeedEntry } from './feed-entry.tsx';
import { FeedTabs } from './feed-tabs.tsx';
import styles from './wait.module.css';
import { showOlder, useMainFeed } from './queries.ts';
import { useHeldBack } from './use-held-back.ts';

interface MainFeedProps {
  /** No way to the server now: what is missing will not come by waiting a second. */
  offline: boolean;
}

/** The public log. Empty, not fetched yet and still coming are three different things. */
export function MainFeed({ offline }: MainFeedProps) {
  const { posts, synced } = useMainFeed();
  const { shown, newCount, reveal } = useHeldBack(posts);
  const feed = useRef<HTMLDivElement>(null);
  const showNew = () => {
    reveal();
    scrollTo({ top: 0 });
    // The pill that had the focus goes; the keyboard goes on where the new posts are.
    feed.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <h1 className="sr">{postsCopy.feedTitle}</h1>
      <FeedTabs newCount={newCount} onShowNew={showNew} />
      <div
        ref={feed}
        tabIndex={-1}
        className={styles.feed}
        {...(shown.length > 0 && { role: 'feed', 'aria-label': postsCopy.tabMain, 'aria-busy': !synced })}
      >
        {shown.map((post) => (
          <FeedEntry key={post.id} post={post} />
        ))}
      </div>
      <FeedEnd length={shown.length} onNear={showOlder} />
      {(synced ? shown.length === 0 : shown.every((post) => post.mine)) && (
        <NothingShown synced={synced} offline={offline} />
      )}
    </>
  );
}

function NothingShown({ synced, offline }: { synced: boolean; offline: boolean }) {
  if (synced) {
    return (
      <EmptyState
        drawing={<FreshTarget />}
        title={postsCopy.empty}
        text={postsCopy.emptyText}
        action={
          <LinkButton to="/create-post" kind="make" size="s">
            {postsCopy.newPost}
          </LinkButton>
        }
      />
    );
  }
  if (offline)
    return <EmptyState drawing={<FlagFlying />} title={postsCopy.notHereTitle} text={postsCopy.notHereText} />;
  return (
    <>
      <output className={styles.wait}>{postsCopy.loading}</output>
      <EntrySkeleton />
    </>
  );
}
