import type { Missing } from '#lib/missing.ts';
import { OlderPosts } from './older-posts.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';

export interface FeedExtrasProps {
  hasOlder: boolean;
  missing: Missing;
  onRefreshed: () => void;
}

/** The parts of a feed that first paint does not need: older posts at its end, and pull to refresh. */
export function FeedExtras({ hasOlder, missing, onRefreshed }: FeedExtrasProps) {
  return (
    <>
      <PullToRefresh onRefreshed={onRefreshed} />
      {hasOlder && <OlderPosts missing={missing} />}
    </>
  );
}
