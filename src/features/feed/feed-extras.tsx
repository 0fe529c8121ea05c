import { OlderPosts } from './older-posts.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';

export interface FeedExtrasProps {
  hasOlder: boolean;
  offline: boolean;
  onRefreshed: () => void;
}

/** The parts of a feed that first paint does not need: older posts at its end, and pull to refresh. */
export function FeedExtras({ hasOlder, offline, onRefreshed }: FeedExtrasProps) {
  return (
    <>
      <PullToRefresh onRefreshed={onRefreshed} />
      {hasOlder && <OlderPosts offline={offline} />}
    </>
  );
}
