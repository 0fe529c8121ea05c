import { duePosts } from '#data/drafts/due-posts.ts';
import { useStore } from '#lib/use-store.ts';

export type { DuePost } from '#data/drafts/due-posts.ts';

/** Posts that were submitted while their photos are reduced. */
export const useDuePosts = () => useStore(duePosts);
