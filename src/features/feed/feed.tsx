import { narrowMainFeed, useMainFeed } from './main-queries.ts';
import { narrowFriendsFeed, useFriendsFeed, useTrendingFeed } from './tab-queries.ts';
import { FeedList } from './feed-list.tsx';
import type { FeedTab } from '#contract/feed-tabs.ts';
import type { Missing } from '#lib/missing.ts';
import { useNewPosts, useSteadyOrder } from './use-new-posts.ts';

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
