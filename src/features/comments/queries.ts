import { type Comment, type CommentRow, toComment } from '#contract/comment-row.ts';
import { type Live, liveQuery } from '#data/replica/live-query.ts';
import type { Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { COMMENTS_SQL, COMMENTS_TABLES } from './comments-sql.ts';

const stores = new Map<string, Store<Live<Comment>>>();
const STORES_KEPT = 20;

/** Kept for a while, so that going back shows the thread at once. */
function storeOf(postId: string): Store<Live<Comment>> {
  let store = stores.get(postId);
  if (!store) {
    store = liveQuery<CommentRow, Comment>({
      sql: COMMENTS_SQL,
      tables: COMMENTS_TABLES,
      params: () => [postId],
      decode: toComment,
    });
    stores.set(postId, store);
    const oldest = stores.keys().next().value;
    if (stores.size > STORES_KEPT && oldest) stores.delete(oldest);
  }
  return store;
}

/** What this device holds of a post's comments, in no order. */
export const useComments = (postId: string): Live<Comment> => useStore(storeOf(postId));
