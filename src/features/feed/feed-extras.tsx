import { OlderPosts } from './older-posts.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';

export interface FeedExtrasProps {
  hasOlder: boolean;
  offline: boolean;
  onRefreshed: () => void;
}

/** What a feed needs once it is read: its foot, and the pull at its top. */
export function FeedExtras({ hasOlder, offline, onRefreshed }: FeedExtrasProps) {
  return (
    <>
      <PullToRefresh onRefreshed={onRefreshed} />
      {hasOlder && <OlderPosts offline={offline} />}
    </>
  );
}
