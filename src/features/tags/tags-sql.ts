import { COLUMNS, JOINS, NOT_BLOCKED, SHOWN } from '#features/feed/feed-sql.ts';

/** A LIKE pattern for the tag: SQLite folds ASCII only, so any characters stand for others, and for `i`. */
export const tagPattern = (tag: string): string => `%#${tag.replaceAll(/[^!-hj-~]+/g, '%')}%`;
const has = (text: string): string => `replace(${text}, '＃', '#') LIKE ?3`;

/** Comments that the server does not list (yet): own ones and friends-only posts'. May match longer tags. */
const LOCAL_COMMENTS = `SELECT c.* FROM comments c LEFT JOIN outbox w ON w.entity_id = c.id AND w.kind = 'comment'
  WHERE w.discard_at IS NULL AND (c.user_id = ?2 OR c.post_id IN (SELECT id FROM posts WHERE visibility = 'friends'))
    AND ${has('c.text')} AND c.user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)`;

/**
 * Posts with a tag: the server's list, and unsent, friends-only and own posts whose text may have it, with their
 * comments. Pending first. Parameters: '#' and the tag, member, `tagPattern`.
 */
export const TAG_POSTS_SQL = `SELECT ${COLUMNS}, p.id IN (SELECT post_id FROM listed_posts WHERE list = ?1) AS is_listed,
    (SELECT json_group_array(json(c.value)) FROM tag_comments t, json_each(t.comments, '$.list') c WHERE t.post_id = p.id AND t.list = ?1
      AND c.value ->> '$.user_id' NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)) AS comments,
    (SELECT json_group_array(json_object('id', c.id, 'user_id', c.user_id, 'text', c.text, 'created_at', c.created_at, 'author', json(u.author)))
      FROM (${LOCAL_COMMENTS}) c LEFT JOIN people u ON u.id = c.user_id WHERE c.post_id = p.id) AS local_comments,
    coalesce((SELECT comments ->> '$.more' FROM tag_comments t WHERE t.post_id = p.id AND t.list = ?1), 0) AS more
  FROM ${JOINS}
  WHERE o.discard_at IS NULL AND ${NOT_BLOCKED} AND ${SHOWN}
    AND (p.id IN (SELECT post_id FROM listed_posts WHERE list = ?1)
      OR ((p.status IS NULL OR p.visibility = 'friends' OR p.user_id = ?2)
        AND ${has("coalesce(p.title, '') || ' ' || coalesce(p.description, '')")})
      OR p.id IN (SELECT post_id FROM (${LOCAL_COMMENTS})))
  ORDER BY pending DESC, p.created_at DESC, p.id DESC`;

/** The number of public posts with a tag, and the newest page of its list. */
export const TAG_COUNT_SQL = 'SELECT id, post_count, newest_page FROM tags WHERE id = ?1';
