import { indexedRowsOf, indexOf } from '#data/replica/powersync-tables.ts';

/** Results of each kind. */
export const MOST = 20;
/**
 * The newest rows of the index are looked at until so many can be shown; of those, the newest by time are. A row that came late to this device
 * is among the newest of the index.
 */
const CANDIDATES = 2 * MOST;

/**
 * Rows `alias` of a table whose text has the words, newest in the index first. Parameter 1: the query of the index. CROSS JOIN: the index is
 * read first and only as far as needed; each row costs reads of the file.
 */
const found = (table: string, alias: string): string =>
  `${indexOf(table)} i CROSS JOIN ${indexedRowsOf(table)} r ON r.id = i.rowid CROSS JOIN ${table} ${alias} ON ${alias}.id = r.ref`;
const matches = (table: string): string => `${indexOf(table)} MATCH ?1`;
const NEWEST = `ORDER BY i.rowid DESC LIMIT ${CANDIDATES}`;

const HIDDEN = 'SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes';

export const POSTS_SQL = `SELECT f.*, u.author FROM (
    SELECT p.id, p.user_id, p.title, p.description AS text, p.created_at FROM ${found('posts', 'p')}
    LEFT JOIN outbox o ON o.entity_id = p.id AND o.kind = 'post'
    WHERE ${matches('posts')} AND (p.status = 'live' OR (p.status IS NOT 'removed' AND o.id IS NOT NULL)) AND o.discard_at IS NULL
      AND p.user_id NOT IN (${HIDDEN}) ${NEWEST}) f
  LEFT JOIN people u ON u.id = f.user_id ORDER BY f.created_at DESC LIMIT ${MOST}`;

export const COMMENTS_SQL = `SELECT f.*, u.author FROM (
    SELECT c.id, c.user_id, c.post_id, coalesce(p.title, p.description, '') AS title, c.text, c.created_at FROM ${found('comments', 'c')}
    CROSS JOIN posts p ON p.id = c.post_id LEFT JOIN outbox o ON o.entity_id = c.id AND o.kind = 'comment'
    WHERE ${matches('comments')} AND p.status IS NOT 'removed' AND o.discard_at IS NULL
      AND c.user_id NOT IN (${HIDDEN}) AND p.user_id NOT IN (${HIDDEN}) ${NEWEST}) f
  LEFT JOIN people u ON u.id = f.user_id ORDER BY f.created_at DESC LIMIT ${MOST}`;

/** Messages of the member, with the other member of the thread. Parameter 2: the member. */
export const MESSAGES_SQL = `SELECT f.*, u.author FROM (
    SELECT m.id, CASE WHEN m.sender_id = ?2 THEN m.recipient_id ELSE m.sender_id END AS user_id, m.sender_id = ?2 AS is_mine,
      m.content AS text, m.created_at FROM ${found('private_messages', 'm')} WHERE ${matches('private_messages')} ${NEWEST}) f
  LEFT JOIN people u ON u.id = f.user_id ORDER BY f.created_at DESC LIMIT ${MOST}`;

/** Parameter 1: the beginning of a name in lower case, escaped for LIKE. */
export const MEMBERS_SQL = `SELECT id, author FROM (
    SELECT id, author, lower(author ->> '$.username') AS name FROM profiles_public
    UNION ALL SELECT id, author, lower(author ->> '$.username') FROM people WHERE id NOT IN (SELECT id FROM profiles_public))
  WHERE name LIKE ?1 || '%' ESCAPE '!' AND id NOT IN (SELECT blocked_id FROM blocks) ORDER BY name LIMIT ${MOST}`;

/** Parameter 1: the beginning of a tag in lower case, escaped for LIKE. */
export const TAGS_SQL = `SELECT id, tag, max(post_count) AS post_count FROM (
    SELECT id, tag, post_count FROM tags UNION ALL SELECT id, tag, score FROM leaderboards WHERE tag IS NOT NULL)
  WHERE tag LIKE ?1 || '%' ESCAPE '!' GROUP BY tag ORDER BY 3 DESC, tag LIMIT ${MOST}`;
