/** A field of the newest unconfirmed edit. */
const edit = (field: string): string =>
  `(SELECT e.${field} FROM outbox e WHERE e.entity_id = p.id AND e.kind = 'edit_post' ORDER BY e.created_at DESC LIMIT 1)`;

/** The server's copy (uploaded ones); for the author, or before it, the pictures' rows. Old posts have one address. */
const IMAGES = `coalesce(CASE WHEN p.user_id NOT IN (SELECT id FROM my_profile) THEN p.images END,
  (SELECT json_group_array(json_object('url', url, 'width', width, 'height', height, 'alt', alt, 'preview', preview,
    'awaited', instr(coalesce(p.images, ''), url) = 0))
    FROM (SELECT * FROM post_images WHERE post_id = p.id ORDER BY position) HAVING count(*) > 0), p.images, p.image_url)`;

/** See contract/poll-row.ts. A CASE, so that posts without a poll cost nothing. */
const POLL = `CASE WHEN p.poll_id IS NOT NULL THEN (SELECT json_array(q.question, json(q.options),
    json(coalesce((SELECT m.counts FROM own_counts m JOIN poll_stats t ON t.id = m.id WHERE m.id = q.id AND m.version > coalesce(t.version, 0)),
      (SELECT counts FROM poll_stats WHERE id = q.id))), (SELECT option_index FROM poll_votes WHERE poll_id = q.id))
  FROM polls q WHERE q.id = p.poll_id) END`;

/** Includes own unsent comments, but not those whose discard can still be undone: they are hidden. */
const COMMENT_COUNT = `coalesce(n.comment_count, s.comment_count, 0) - (SELECT count(*) FROM outbox x JOIN comments c ON c.id = x.entity_id
  WHERE x.subject_id = p.id AND x.kind = 'comment' AND x.discard_at IS NOT NULL)`;

/** Not published: unsent, or its files are still being uploaded. Only its author has it. */
const PENDING = `((p.status IS NULL AND o.state <> 'refused') OR coalesce(p.status, '') = 'pending_media')`;

/** Published posts and own pending ones. */
export const SHOWN = `(p.status IN ('live', 'pending_media') OR (p.status IS NULL AND o.id IS NOT NULL))`;

/** Only staff devices have rows in `post_flags`. */
const FLAG = `(SELECT json_array(m.username, (SELECT count(*) FROM reports WHERE post_id = p.id AND is_open))
  FROM post_flags f LEFT JOIN staff_members m ON m.id = f.flagged_by WHERE f.id = p.id AND p.flagged)`;

/** Columns of a feed row (FeedRow); `JOINS` has their tables. */
export const COLUMNS = `p.id, p.user_id, p.title, p.description, p.visibility, p.created_at, coalesce(p.sticky, 0) AS sticky,
  ${IMAGES} AS images, p.gif_url, p.video_url,
  p.poll_id, ${POLL} AS poll, coalesce(p.comments_locked, 0) AS comments_locked,
  u.author, coalesce(n.score, s.score, 0) AS score, ${COMMENT_COUNT} AS comment_count, coalesce(v.value, 0) AS vote,
  coalesce(${PENDING}, 0) AS pending,
  coalesce(o.state, ${edit('state')}) AS state, coalesce(o.last_error, ${edit('last_error')}) AS last_error,
  coalesce(o.created_at, ${edit('created_at')}) AS held_at,
  coalesce(o.state <> 'sent', 0) OR coalesce(p.status, '') = 'pending_media' AS is_new,
  p.id IN (SELECT post_id FROM saved_posts) AS saved, ${FLAG} AS flag`;

export const JOINS = `posts p
  LEFT JOIN people u ON u.id = p.user_id
  LEFT JOIN post_stats s ON s.id = p.id
  LEFT JOIN own_counts n ON n.id = p.id AND n.version > coalesce(s.version, 0)
  LEFT JOIN post_votes v ON v.post_id = p.id
  LEFT JOIN outbox o ON o.entity_id = p.id AND o.kind = 'post'`;

/** A rejected post is only in the outbox, until it is edited or discarded. In the order of COLUMNS. */
export const REFUSED = `SELECT o.entity_id AS id, w.value ->> '$.data.user_id', w.value ->> '$.data.title', w.value ->> '$.data.description',
  w.value ->> '$.data.visibility', o.created_at, 0, NULL, w.value ->> '$.data.gif_url', w.value ->> '$.data.video_url', NULL, NULL, 0,
  u.author, 0, 0, 0, 0, o.state, o.last_error, o.created_at, 1, 0, NULL
  FROM outbox o JOIN json_each(o.ops) w ON w.value ->> '$.table' = 'posts' LEFT JOIN people u ON u.id = w.value ->> '$.data.user_id'
  WHERE o.kind = 'post' AND o.state = 'refused' AND o.discard_at IS NULL AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = o.entity_id)`;

/** Lists hide blocked and muted members. The server cannot filter them: the streams are the same for every reader. */
export const NOT_BLOCKED = `p.user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)`;

/**
 * Public live and own unconfirmed posts: pinned, pending, newest. The page first, so that joins run once. ?1: limit.
 */
export const MAIN_FEED_SQL = `WITH
  waiting AS MATERIALIZED (SELECT entity_id AS id, state, discard_at FROM outbox WHERE kind = 'post'),
  page AS MATERIALIZED (
    SELECT p.id, coalesce(p.sticky, 0) AS sticky, (p.status IS NULL AND w.state <> 'refused') OR p.status = 'pending_media' AS pending, p.created_at
    FROM posts p LEFT JOIN waiting w ON w.id = p.id
    WHERE ((p.visibility = 'public' AND p.status IN ('live', 'pending_media')) OR (p.status IS NULL AND w.id IS NOT NULL))
      AND w.discard_at IS NULL AND ${NOT_BLOCKED}
    ORDER BY 2 DESC, 3 DESC, p.created_at DESC, p.id DESC LIMIT ?1)
  SELECT ${COLUMNS} FROM page CROSS JOIN ${JOINS} WHERE p.id = page.id
  UNION ALL ${REFUSED}
  ORDER BY sticky DESC, pending DESC, created_at DESC, id DESC
  LIMIT ?1`;

/** Friends-only posts of member and friends, pending first. Staff have others, too. ?1: member, ?2: limit. */
export const FRIENDS_FEED_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.visibility = 'friends' AND ${SHOWN}
    AND (p.user_id = ?1 OR p.user_id IN (SELECT friend_id FROM friends WHERE user_id = ?1 AND status = 'accepted'))
    AND o.discard_at IS NULL AND ${NOT_BLOCKED}
  ORDER BY pending DESC, p.created_at DESC, p.id DESC
  LIMIT ?2`;

/** The server's list of 50 trending posts, by trending score, then newest. */
export const TRENDING_FEED_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  JOIN listed_posts t ON t.post_id = p.id AND t.list = 'trending'
  WHERE p.status = 'live' AND p.visibility = 'public' AND ${NOT_BLOCKED}
  ORDER BY t.trending_score DESC, p.created_at DESC, p.id DESC`;
