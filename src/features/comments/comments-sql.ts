/** A field of the newest unconfirmed edit. */
const edit = (field: string): string =>
  `(SELECT e.${field} FROM outbox e WHERE e.entity_id = c.id AND e.kind = 'edit_comment' ORDER BY e.created_at DESC LIMIT 1)`;

/**
 * All comments of a post, including own unsent and rejected ones (only the outbox has the text of those). Parameter:
 * the post.
 *
 * SQLite uses no index of a view on the right side of a LEFT JOIN; a materialized CTE gets an automatic index.
 */
export const COMMENTS_SQL = `WITH
  mine AS MATERIALIZED (SELECT id, entity_id, state, last_error, created_at, discard_at FROM outbox WHERE kind = 'comment' AND subject_id = ?1),
  given AS MATERIALIZED (SELECT id, comment_id FROM comment_likes)
  SELECT c.id, c.user_id, c.parent_id, c.text, c.image_url, c.image_width, c.image_height, c.image_alt, c.image_preview, c.image_missing,
    c.created_at, c.updated_at,
    u.author, l.id IS NOT NULL AS liked, coalesce(n.likes, s.likes, 0) AS likes,
    coalesce(o.state, ${edit('state')}) AS state, coalesce(o.last_error, ${edit('last_error')}) AS last_error,
    coalesce(o.created_at, ${edit('created_at')}) AS held_at, coalesce(o.state <> 'sent', 0) AS is_new,
    CASE WHEN c.user_id IN (SELECT blocked_id FROM blocks) THEN 'blocked'
      WHEN c.user_id IN (SELECT muted_id FROM mutes) THEN 'muted' END AS hidden
  FROM comments c
  LEFT JOIN people u ON u.id = c.user_id
  LEFT JOIN comment_stats s ON s.id = c.id
  LEFT JOIN own_counts n ON n.id = c.id AND n.version > coalesce(s.version, 0)
  LEFT JOIN given l ON l.comment_id = c.id
  LEFT JOIN mine o ON o.entity_id = c.id
  WHERE c.post_id = ?1 AND o.discard_at IS NULL
  UNION ALL
  SELECT o.entity_id, o.ops ->> '$[0].data.user_id', o.ops ->> '$[0].data.parent_id', o.ops ->> '$[0].data.text',
    NULL, NULL, NULL, NULL, NULL, NULL, o.created_at, NULL, u.author, 0, 0, o.state, o.last_error, o.created_at, 1, NULL
  FROM outbox o LEFT JOIN people u ON u.id = o.ops ->> '$[0].data.user_id'
  WHERE o.kind = 'comment' AND o.state = 'refused' AND o.subject_id = ?1 AND o.discard_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.id = o.entity_id)`;
