const COLUMNS = `p.id, p.user_id, p.title, p.description, p.visibility, p.created_at, coalesce(p.sticky, 0) AS sticky, p.image_url,
  u.username, u.profile_image_url, u.rank, s.score, s.comment_count,
  p.status IS NULL AND o.state <> 'refused' AS pending, o.state, o.last_error`;

const JOINS = `posts p
  LEFT JOIN people u ON u.id = p.user_id
  LEFT JOIN post_stats s ON s.id = p.id
  LEFT JOIN outbox o ON o.entity_id = p.id AND o.kind = 'post'`;

/** A refused post is no row of the replica any more: its words are in the outbox, and are shown from there until the member acts. */
const REFUSED = `SELECT o.entity_id AS id,
  o.payload ->> '$[0].data.user_id' AS user_id, o.payload ->> '$[0].data.title' AS title,
  o.payload ->> '$[0].data.description' AS description, o.payload ->> '$[0].data.visibility' AS visibility,
  o.created_at, 0 AS sticky, NULL AS image_url,
  u.username, u.profile_image_url, u.rank, 0 AS score, 0 AS comment_count,
  0 AS pending, o.state, o.last_error
  FROM outbox o LEFT JOIN people u ON u.id = o.payload ->> '$[0].data.user_id'
  WHERE o.kind = 'post' AND o.state = 'refused' AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = o.entity_id)`;

/** Public live posts and every own one that is not confirmed; pinned first, pending ones as the newest, then newest. Parameter: limit. */
export const MAIN_FEED_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE (p.visibility = 'public' AND p.status = 'live') OR (p.status IS NULL AND o.id IS NOT NULL)
  UNION ALL ${REFUSED}
  ORDER BY sticky DESC, pending DESC, created_at DESC, id DESC
  LIMIT ?`;

/** One post, whoever may see it; parameters: id, id. */
export const POST_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.id = ? AND (p.status <> 'removed' OR p.status IS NULL)
  UNION ALL ${REFUSED} AND o.entity_id = ?`;
