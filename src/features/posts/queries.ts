import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { type Live, liveQuery } from '#data/replica/live-query.ts';
import { postStreams } from '#data/replica/post-streams.ts';
import { syncState } from '#data/connection/status-store.ts';
import type { Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { FEED_TABLES } from '#features/feed/feed-sql.ts';
import { mainFeed } from '#features/feed/main-queries.ts';
import { POST_SQL } from './post-sql.ts';

interface OpenPost {
  rows: Store<Live<FeedPost>>;
  /** Its streams; true once the server has said all that it has to say about it. */
  confirmed: Store<boolean>;
}

const openPosts = new Map<string, OpenPost>();
const POSTS_KEPT = 20;

/** Kept for a while, so that going back shows the post at once. */
function postById(id: string): OpenPost {
  let post = openPosts.get(id);
  if (!post) {
    post = {
      rows: liveQuery<FeedRow, FeedPost>({
        sql: POST_SQL,
        tables: FEED_TABLES,
        params: () => [id],
        decode: toFeedPost,
      }),
      confirmed: postStreams(id),
    };
    openPosts.set(id, post);
    const oldest = openPosts.keys().next().value;
    if (openPosts.size > POSTS_KEPT && oldest) openPosts.delete(oldest);
  }
  return post;
}

/**
 * `answer` where there is no post: 'gone' once the server has confirmed it, 'away' while nobody answers, else 'asked'. `complete`:
 * all its comments are here too.
 */
export function usePost(id: string): {
  post: FeedPost | null;
  answer: 'asked' | 'gone' | 'away';
  complete: boolean;
} {
  const { rows, confirmed } = postById(id);
  const live = useStore(rows);
  const complete = useStore(confirmed);
  const feed = useStore(mainFeed);
  const { phase } = useStore(syncState);
  const post = live.ready ? (live.rows[0] ?? null) : (feed.posts.find((item) => item.id === id) ?? null);
  const isAway = phase === 'offline' || phase === 'unavailable';
  const answer = isAway ? 'away' : live.ready && complete && phase === 'online' ? 'gone' : 'asked';
  return { post, answer, complete };
}
