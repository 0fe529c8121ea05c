import type { FeedPost } from '#contract/feed-post.ts';
import { useStore } from '#lib/use-store.ts';
import { mainFeed } from './main-queries.ts';
import { friendsFeed, trendingFeed } from './tab-queries.ts';

/** A post of a feed in memory, which its page shows until the database has answered. */
export function useListedPost(id: string): FeedPost | null {
  const { posts } = useStore(mainFeed);
  const all = [posts, friendsFeed.get().posts, trendingFeed.get().posts];
  return all.flat().find((post) => post.id === id) ?? null;
}
