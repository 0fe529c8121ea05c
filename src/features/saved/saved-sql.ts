import { COLUMNS, JOINS, NOT_BLOCKED, SHOWN } from '#features/feed/feed-sql.ts';

/** Saved posts that are on this device, the last saved one first. */
export const SAVED_POSTS_SQL = `SELECT ${COLUMNS} FROM saved_posts k CROSS JOIN ${JOINS}
  WHERE p.id = k.post_id AND o.discard_at IS NULL AND ${NOT_BLOCKED} AND ${SHOWN}
  ORDER BY k.created_at DESC, p.id DESC`;

/** All saved posts, in the same order. */
export const SAVED_IDS_SQL = 'SELECT id, post_id FROM saved_posts ORDER BY created_at DESC, post_id DESC';

/** Pictures of saved posts, their comments and authors: JSON of post images, or one address. */
export const SAVED_PICTURES_SQL = `
  SELECT id, coalesce(images, image_url) AS images, NULL AS url FROM posts
    WHERE id IN (SELECT post_id FROM saved_posts) AND coalesce(images, image_url) IS NOT NULL
  UNION ALL SELECT id, NULL, image_url FROM comments
    WHERE post_id IN (SELECT post_id FROM saved_posts) AND image_url IS NOT NULL
  UNION ALL SELECT id, NULL, author ->> '$.profile_image_url' FROM people
    WHERE author ->> '$.profile_image_url' IS NOT NULL AND id IN (
      SELECT user_id FROM posts WHERE id IN (SELECT post_id FROM saved_posts)
      UNION SELECT user_id FROM comments WHERE post_id IN (SELECT post_id FROM saved_posts))`;
