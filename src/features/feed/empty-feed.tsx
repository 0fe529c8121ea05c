import { emptyFeedCopy } from '#copy/feed-extras.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import type { Missing } from '#lib/missing.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { FreshTarget } from '#ui/quiet-drawings.tsx';
import { OlderPosts } from './older-posts.tsx';
import { useOlderPages } from './older-queries.ts';

export interface EmptyFeedProps {
  tab: FeedTab;
}

export function EmptyFeed({ tab }: EmptyFeedProps) {
  return (
    <EmptyState
      drawing={<FreshTarget />}
      title={emptyFeedCopy.empty}
      text={emptyFeedCopy.texts[tab]}
      action={
        tab !== 'trending' && (
          <LinkButton to="/create-post" kind="make" size="s">
            {emptyFeedCopy.newPost}
          </LinkButton>
        )
      }
    />
  );
}

/** The newest pages of the feed have no posts, for example because all were deleted. Older ones may have some. */
export function EmptyPages({ missing }: { missing: Missing }) {
  return useOlderPages().isEnd === false ? <OlderPosts missing={missing} /> : <EmptyFeed tab="main" />;
}
