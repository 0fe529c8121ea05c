import { emptyFeedCopy } from '#copy/feed-extras.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { FreshTarget } from '#ui/quiet-drawings.tsx';

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
