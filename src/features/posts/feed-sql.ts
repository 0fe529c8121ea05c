/** The server's newest word on a row, also while PowerSync holds it back until the queue is empty. */
const serverValue = (table: string, id: string, field: string): string =>
  `(SELECT l.data ->> '$.${field}' FROM ps_oplog l WHERE l.row_type = '${table}' AND l.row_id = ${id}
     ORDER BY l.op_id DESC LIMIT 1)`;

/** One's own vote as the server counts it. A vote taken back has left its row; the outbox still knows its id. */
const COUNTED_VOTE = serverValue(
  'post_votes',
  `coalesce(v.id, (SELECT x.entity_id FROM outbox x WHERE x.kind = 'vote' AND x.subject_id = p.id LIMIT 1))`,
  'value',
);

/** The sum with one's own vote as it is now: what the server has, less what it counts for this member, plus what they chose. */
const SCORE = `coalesce(${serverValue('post_stats', 'p.id', 'score')}, s.score, 0) + coalesce(v.value, 0)
  - coalesce(${COUNTED_VOTE}, 0)`;

/** With one's own comments that the server has not counted yet. */
const TALK = `coalesce(s.comment_count, 0)
  + (SELECT count(*) FROM outbox x WHERE x.kind = 'comment' AND x.subject_id = p.id AND x.state <> 'refused')`;

/** The last edit that has not come back. */
const edit = (field: string): string =>
  `(SELECT e.${field} FROM outbox e WHERE e.entity_id = p.id AND e.kind = 'edit_post' ORDER BY e.created_at DESC LIMIT 1)`;

/** What a feed's row is made of; `JOINS` brings the tables. */
export const COLUMNS = `p.id, p.user_id, p.title, p.description, p.visibility, p.created_at, coalesce(p.sticky, 0) AS sticky, p.image_url,
  p.poll_id, (SELECT question FROM polls WHERE id = p.poll_id) AS poll_question, coalesce(p.comments_locked, 0) AS comments_locked,
  u.username, u.profile_image_url, u.rank, ${SCORE} AS score, ${TALK} AS comment_count, coalesce(v.value, 0) AS vote,
  p.status IS NULL AND o.state <> 'refused' AS pending,
  coalesce(o.state, ${edit('state')}) AS state, coalesce(o.last_error, ${edit('last_error')}) AS last_error,
  coalesce(o.created_at, ${edit('created_at')}) AS held_at, coalesce(o.state <> 'sent', 0) AS is_new`;

export const JOINS = `posts p
  LEFT JOIN people u ON u.id = p.user_id
  LEFT JOIN post_stats s ON s.id = p.id
  LEFT JOIN post_votes v ON v.post_id = p.id
  LEFT JOIN outbox o ON o.entity_id = p.id AND o.kind = 'post'`;

/** A refused post is no row of the replica any more: its words are in the outbox, and are shown from there until the member acts. */
const REFUSED = `SELECT o.entity_id AS id,
  o.payload ->> '$[0].data.user_id' AS user_id, o.payload ->> '$[0].data.title' AS title,
  o.payload ->> '$[0].data.description' AS description, o.payload ->> '$[0].data.visibility' AS visibility,
  o.created_at, 0 AS sticky, NULL AS image_url, NULL AS poll_id, NULL AS poll_question, 0 AS comments_locked,
  u.username, u.profile_image_url, u.rank, 0 AS score, 0 AS comment_count, 0 AS vote,
  0 AS pending, o.state, o.last_error, o.created_at AS held_at, 1 AS is_new
  FROM outbox o LEFT JOIN people u ON u.id = o.payload ->> '$[0].data.user_id'
  WHERE o.kind = 'post' AND o.state = 'refused' AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = o.entity_id)`;

/** Of blocked and muted members nothing is shown in lists. Streams cannot leave them out; only their reader knows. */
export const HEARD = `p.user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)`;

/** What the queries below read, without PowerSync's own tables, which change with every line that the stream brings. */
export const FEED_TABLES = ['posts', 'people', 'post_stats', 'post_votes', 'polls', 'outbox', 'blocks', 'mutes'];

/**
 * What a row needs beside its post is asked only for the rows that are shown: the page is chosen first.
 *
 * Public live posts and every own one that is not confirmed; pinned first, pending ones as the newest, then newest. Parameter: limit.
 */
export const MAIN_FEED_SQL = `WITH
  waiting AS MATERIALIZED (SELECT entity_id AS id, state FROM outbox WHERE kind = 'post'),
  page AS MATERIALIZED (
    SELECT p.id, coalesce(p.sticky, 0) AS sticky, p.status IS NULL AND w.state <> 'refused' AS pending, p.created_at
    FROM posts p LEFT JOIN waiting w ON w.id = p.id
    WHERE ((p.visibility = 'public' AND p.status = 'live') OR (p.status IS NULL AND w.id IS NOT NULL)) AND ${HEARD}
    ORDER BY 2 DESC, 3 DESC, p.created_at DESC, p.id DESC LIMIT ?1)
  SELECT ${COLUMNS} FROM page CROSS JOIN ${JOINS} WHERE p.id = page.id
  UNION ALL ${REFUSED}
  ORDER BY sticky DESC, pending DESC, created_at DESC, id DESC
  LIMIT ?1`;

/** One post, whoever may see it; parameters: id, id. */
export const POST_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.id = ? AND (p.status <> 'removed' OR p.status IS NULL)
  UNION ALL ${REFUSED} AND o.entity_id = ?`;
