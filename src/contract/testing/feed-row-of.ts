import type { FeedRow } from '../feed-post.ts';

/** A row of the feed query whose joins found nothing, with these fields. */
export const feedRowOf = (fields: Pick<FeedRow, 'id'> & Partial<FeedRow>): FeedRow => ({
  ...{ user_id: null, title: null, description: null, visibility: null, created_at: null, sticky: null, author: null },
  ...{ score: null, vote: null, comment_count: null, comments_locked: null, poll_id: null, poll: null },
  ...{ images: null, gif_url: null, video_url: null, pending: 0, state: null, last_error: null, held_at: null },
  is_new: null,
  ...fields,
});
