import { COLUMNS, FEED_TABLES, HEARD, JOINS } from '#features/posts/feed-sql.ts';

/**
 * Friends-only posts of the member and of their accepted friends, unsent ones first. Staff's devices hold flagged posts of others
 * as well: those do not belong here. Parameters: member, limit.
 */
export const FRIENDS_FEED_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.visibility = 'friends' AND (p.status = 'live' OR (p.status IS NULL AND o.id IS NOT NULL))
    AND (p.user_id = ?1 OR p.user_id IN (SELECT friend_id FROM friends WHERE user_id = ?1 AND status = 'accepted'))
    AND ${HEARD}
  ORDER BY pending DESC, p.created_at DESC, p.id DESC
  LIMIT ?2`;
export const FRIENDS_FEED_TABLES = [...FEED_TABLES, 'friends'];

/** The server's list of what gets votes and answers, by its score and then by date; it names 50 posts. */
export const TRENDING_FEED_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  JOIN listed_posts t ON t.post_id = p.id AND t.list = 'trending'
  WHERE p.status = 'live' AND p.visibility = 'public' AND ${HEARD}
  ORDER BY t.trending_score DESC, p.created_at DESC, p.id DESC`;
export const TRENDING_FEED_TABLES = [...FEED_TABLES, 'listed_posts'];
