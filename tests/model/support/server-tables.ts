import type { PAIR_NAMESPACES } from '#contract/ids.ts';

/**
 * The writes that the model's members may send. All other tables follow the same rules. `pair`: the id is derived from
 * these columns.
 */
export const TABLES: Record<
  string,
  {
    owner: string;
    verbs: string;
    put: string[];
    ignored: string[];
    patch: string[];
    parents: string[];
    pair?: [kind: keyof typeof PAIR_NAMESPACES, of: string];
  }
> = {
  posts: {
    owner: 'user_id',
    verbs: 'PUT PATCH DELETE',
    put: ['user_id', 'title', 'description', 'visibility', 'sticky', 'flagged', 'comments_locked'],
    ignored: ['status', 'feed_page', 'created_at'],
    patch: ['title', 'description'],
    parents: [],
  },
  comments: {
    owner: 'user_id',
    verbs: 'PUT PATCH DELETE',
    put: ['post_id', 'user_id', 'parent_id', 'text', 'image_url'],
    ignored: ['created_at', 'updated_at'],
    patch: ['text'],
    parents: ['post_id', 'parent_id'],
  },
  post_votes: {
    owner: 'user_id',
    verbs: 'PUT PATCH DELETE',
    put: ['post_id', 'user_id', 'value'],
    ignored: ['created_at'],
    patch: ['value'],
    parents: ['post_id'],
    pair: ['post_vote', 'post_id'],
  },
  comment_likes: {
    owner: 'user_id',
    verbs: 'PUT DELETE',
    put: ['comment_id', 'user_id'],
    ignored: ['post_id', 'created_at'],
    patch: [],
    parents: ['comment_id', 'post_id'],
    pair: ['comment_like', 'comment_id'],
  },
  private_messages: {
    owner: 'sender_id',
    verbs: 'PUT PATCH',
    put: ['sender_id', 'recipient_id', 'content'],
    ignored: ['read', 'created_at'],
    patch: [],
    parents: [],
  },
  write_rejections: { owner: 'user_id', verbs: 'DELETE', put: [], ignored: [], patch: [], parents: [] },
};
