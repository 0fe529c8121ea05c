import type { SendState } from '#contract/feed-post.ts';
import { type Live, liveQuery } from '#data/replica/live-query.ts';
import type { Session } from '#data/session/session.ts';
import type { Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { COMMENTS_SQL, COMMENTS_TABLES } from './comments-sql.ts';

export interface Comment {
  id: string;
  user_id: string;
  parent_id: string | null;
  text: string;
  image_url: string | null;
  /** ISO 8601. */
  created_at: string;
  isEdited: boolean;
  username: string;
  profile_image_url: string | null;
  rank: number;
  liked: boolean;
  /** With one's own like as it is now. */
  likes: number;
  /** Of the comment or of its last edit; null: the server's own version. */
  state: SendState | null;
  refusal: string | null;
  held_at: string | null;
  /** Not confirmed by the server yet. */
  isNew: boolean;
  mine: boolean;
}

interface CommentRow extends Omit<Comment, 'isEdited' | 'liked' | 'state' | 'refusal' | 'isNew' | 'mine' | 'text'> {
  text: string | null;
  updated_at: string | null;
  liked: number;
  state: string | null;
  last_error: string | null;
  is_new: number;
}

function decode(row: CommentRow, session: Session): Comment {
  const { updated_at, last_error, is_new, ...rest } = row;
  const mine = session.kind === 'member' && session.userId === row.user_id;
  const state = row.state as SendState | null;
  const ownName = mine ? session.username : null;
  return {
    ...rest,
    text: row.text ?? '',
    created_at: row.created_at ?? '',
    isEdited: updated_at !== null,
    username: row.username ?? ownName ?? `user_${row.user_id.slice(0, 8)}`,
    rank: row.rank ?? 0,
    liked: row.liked === 1,
    likes: Math.max(0, row.likes),
    state,
    refusal: state === 'refused' ? last_error : null,
    isNew: is_new === 1,
    mine,
  };
}

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
      decode,
    });
    stores.set(postId, store);
    const oldest = stores.keys().next().value;
    if (stores.size > STORES_KEPT && oldest) stores.delete(oldest);
  }
  return store;
}

/** What this device holds of a post's comments, in no order. */
export const useComments = (postId: string): Live<Comment> => useStore(storeOf(postId));
