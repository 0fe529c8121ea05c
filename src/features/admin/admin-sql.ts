import { OPEN } from '#features/moderation/moderation-sql.ts';

/** Members who stand out: staff, banned, muted, flagged. All others are on the server only. */
export const KEPT_MEMBERS_SQL = `SELECT m.id, m.username, m.profile_image_url, m.role, m.is_banned, m.is_muted, m.joined_at,
  coalesce(f.flagged_posts, 0) AS flagged_posts, NULL AS post_count, NULL AS comment_count,
  (SELECT count(*) FROM reports r WHERE r.target_user_id = m.id AND ${OPEN}) AS report_count
  FROM staff_members m LEFT JOIN member_flags f ON f.id = m.id
  ORDER BY flagged_posts DESC, lower(m.username)`;

/** All open reports, newest first. */
export const OPEN_REPORTS_SQL = `SELECT r.id, r.reason, r.details, r.reporter_username, r.created_at, r.target_type, r.target_user_id,
  r.target_username, r.post_id, r.post_title, r.post_description, coalesce(f.flagged_posts, 0) AS flagged_posts
  FROM reports r LEFT JOIN member_flags f ON f.id = r.target_user_id WHERE ${OPEN} AND r.target_type IS NOT NULL ORDER BY r.created_at DESC, r.id`;

/** Parameter: the post's id. */
export const REPORTED_FILES_SQL = `SELECT id, coalesce(images, image_url) AS images, gif_url, video_url FROM posts WHERE id = ?1`;

export const FLAGGED_POSTS_SQL = `SELECT p.id, p.title, p.description, p.created_at, u.author ->> '$.username' AS author,
  f.flagged_at, s.username AS flagged_by
  FROM posts p LEFT JOIN people u ON u.id = p.user_id LEFT JOIN post_flags f ON f.id = p.id LEFT JOIN staff_members s ON s.id = f.flagged_by
  WHERE p.flagged = 1 AND p.status IS NOT 'removed' ORDER BY f.flagged_at DESC, p.id`;
