import type { FeedPost } from '#contract/feed-post.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { mainFeed } from './main-queries.ts';
import { friendsFeed, trendingFeed } from './tab-queries.ts';

/** Entries that were pressed in any list of this account, such as a profile's or the saved posts. */
let pressed = { account: '', posts: new Map<string, FeedPost>() };

const pressedPosts = (): Map<string, FeedPost> => {
  const account = accountOf(sessionStore.get());
  if (pressed.account !== account) pressed = { account, posts: new Map() };
  return pressed.posts;
};

export const rememberPost = (post: FeedPost): void => void pressedPosts().set(post.id, post);

/** A post of a list in memory, which its page shows until the database has answered. */
export function useListedPost(id: string): FeedPost | null {
  const { posts } = useStore(mainFeed);
  const all = [posts, friendsFeed.get().posts, trendingFeed.get().posts];
  return all.flat().find((post) => post.id === id) ?? pressedPosts().get(id) ?? null;
}
