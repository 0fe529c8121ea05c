/** A post as staff see it. `post_flags` and `staff_members` have rows only on the devices of staff. Parameter: id. */
export const STATE_SQL = `SELECT p.id, coalesce(p.flagged, 0) AS flagged, coalesce(p.comments_locked, 0) AS locked, coalesce(p.sticky, 0) AS pinned,
  f.flagged_at, s.username AS flagged_by
  FROM posts p LEFT JOIN post_flags f ON f.id = p.id LEFT JOIN staff_members s ON s.id = f.flagged_by
  WHERE p.id = ?1 AND p.status IS NOT 'removed'`;

/** Reports without an answer. A report that waits in the outbox has no value yet. */
export const OPEN = 'coalesce(r.is_open, 1) = 1';

/** Parameter: the post's id. */
export const REPORTS_SQL = `SELECT r.id, r.reason, r.details, r.reporter_username, r.created_at FROM reports r
  WHERE r.post_id = ?1 AND ${OPEN} ORDER BY r.created_at DESC, r.id`;
