const FROM = `n.data ->> '$.from_user_id'`;
const POST = `n.data ->> '$.post_id'`;

/** Hides those about blocked or muted members; the latter return with the end of the mute. */
const SHOWN = `(${FROM} IS NULL OR ${FROM} NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes))`;

/** The newest notifications first. Parameter: the member. */
export const NOTIFICATIONS_SQL = `SELECT n.id, n.type, n.data, n.is_read, n.comment_id, n.created_at, coalesce(p.author, u.author) AS author, t.title AS post_title,
    (SELECT f.status FROM friends f WHERE f.user_id = ${FROM} AND f.friend_id = ?1) AS request,
    (SELECT o.state FROM outbox o WHERE o.subject_id = ${FROM} AND o.kind = 'friend_accept' ORDER BY o.created_at DESC LIMIT 1) AS answer_state
  FROM notifications n
  LEFT JOIN people u ON u.id = ${FROM} LEFT JOIN profiles_public p ON p.id = ${FROM} LEFT JOIN posts t ON t.id = ${POST}
  WHERE ${SHOWN} ORDER BY n.created_at DESC, n.id DESC`;

/** Comments on one post count as one, as they are listed. An answered request is not unread. */
export const UNREAD_SQL = `SELECT 'unread' AS id, count(DISTINCT CASE n.type WHEN 'comment' THEN ${POST} ELSE n.id END) AS unread
  FROM notifications n WHERE n.is_read = 0 AND ${SHOWN}
    AND NOT (n.type = 'friend_request' AND EXISTS (SELECT 1 FROM friends f WHERE f.user_id = ${FROM} AND f.friend_id = ?1 AND f.status <> 'pending'))`;
