import type { Missing } from '#lib/missing.ts';
import { EmptyFeed } from './empty-feed.tsx';
import { OlderPosts } from './older-posts.tsx';
import { useOlderPages } from './older-queries.ts';

/** The newest pages of the feed have no posts, for example because all were deleted. Older ones may have some. */
export function EmptyPages({ missing }: { missing: Missing }) {
  return useOlderPages().isEnd === false ? <OlderPosts missing={missing} /> : <EmptyFeed tab="main" />;
}
