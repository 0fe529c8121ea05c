/** The last edit that has not come back. */
const edit = (field: string): string =>
  `(SELECT e.${field} FROM outbox e WHERE e.entity_id = c.id AND e.kind = 'edit_comment' ORDER BY e.created_at DESC LIMIT 1)`;

const serverRow = (table: string, id: string): string =>
  `(SELECT l.data FROM ps_oplog l WHERE l.row_type = '${table}' AND l.row_id = ${id} ORDER BY l.op_id DESC LIMIT 1)`;

/** One's own like as the server counts it; one that was taken back has left its row, the outbox still knows its id. */
const COUNTED = serverRow(
  'comment_likes',
  `coalesce(l.id, (SELECT x.entity_id FROM outbox x WHERE x.kind = 'like' AND x.subject_id = c.id LIMIT 1))`,
);

/**
 * All comments of a post, with one's own unsent and refused ones (whose words only the outbox has). Parameter: the post. SQLite
 * uses no index of a view on the right of a LEFT JOIN; what is made into a table first gets one of its own.
 */
export const COMMENTS_SQL = `WITH
  mine AS MATERIALIZED (SELECT id, entity_id, state, last_error, created_at FROM outbox WHERE kind = 'comment' AND subject_id = ?1),
  given AS MATERIALIZED (SELECT id, comment_id FROM comment_likes)
  SELECT c.id, c.user_id, c.parent_id, c.text, c.image_url, c.created_at, c.updated_at,
    u.username, u.profile_image_url, u.rank, l.id IS NOT NULL AS liked,
    coalesce(${serverRow('comment_stats', 'c.id')} ->> '$.likes', s.likes, 0)
      + (l.id IS NOT NULL) - (${COUNTED} IS NOT NULL) AS likes,
    coalesce(o.state, ${edit('state')}) AS state, coalesce(o.last_error, ${edit('last_error')}) AS last_error,
    coalesce(o.created_at, ${edit('created_at')}) AS held_at, coalesce(o.state <> 'sent', 0) AS is_new
  FROM comments c
  LEFT JOIN people u ON u.id = c.user_id
  LEFT JOIN comment_stats s ON s.id = c.id
  LEFT JOIN given l ON l.comment_id = c.id
  LEFT JOIN mine o ON o.entity_id = c.id
  WHERE c.post_id = ?1 AND c.user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)
  UNION ALL
  SELECT o.entity_id, o.payload ->> '$[0].data.user_id', o.payload ->> '$[0].data.parent_id', o.payload ->> '$[0].data.text',
    NULL, o.created_at, NULL, u.username, u.profile_image_url, u.rank, 0, 0, o.state, o.last_error, o.created_at, 1
  FROM outbox o LEFT JOIN people u ON u.id = o.payload ->> '$[0].data.user_id'
  WHERE o.kind = 'comment' AND o.state = 'refused' AND o.subject_id = ?1
    AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.id = o.entity_id)`;

export const COMMENTS_TABLES = ['comments', 'people', 'comment_stats', 'comment_likes', 'outbox', 'blocks', 'mutes'];
