import { COLUMNS, JOINS, REFUSED } from '#features/feed/feed-sql.ts';

/** One post of any visibility. Parameter: id. */
export const POST_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.id = ?1 AND (p.status <> 'removed' OR p.status IS NULL)
  UNION ALL ${REFUSED} AND o.entity_id = ?1`;

/** The pictures of a post, which only its row has before the replica has them. Parameter: the post's id. */
export const POST_PICTURES_SQL =
  'SELECT id, url, position, width, height, alt, preview FROM post_images WHERE post_id = ?1 ORDER BY position';

/** Who may read a post: the server's list, or that of an unsent post. Parameter: the post's id. */
export const POST_READERS_SQL = `SELECT p.id, p.user_id, p.visibility, coalesce(r.readers, p.shared_with) AS shared_with
  FROM posts p LEFT JOIN post_readers r ON r.id = p.id WHERE p.id = ?1`;
