/** How the member has listed the author of a post; a time is null if they are not on that list. Parameter: the post. */
export const AUTHOR_STANDING_SQL = `SELECT p.id, (SELECT created_at FROM blocks WHERE blocked_id = p.user_id LIMIT 1) AS blocked_at,
  (SELECT created_at FROM mutes WHERE muted_id = p.user_id LIMIT 1) AS muted_at
  FROM posts p WHERE p.id = ?1`;

const COLUMN = { blocks: 'blocked_id', mutes: 'muted_id' } as const;

/** A list, newest first. Until its names have synced they come from what the device knows of the members. */
const listSql = (list: keyof typeof COLUMN): string => `SELECT l.id, l.${COLUMN[list]} AS user_id, l.created_at,
  coalesce((SELECT author FROM people WHERE id = l.${COLUMN[list]}), (SELECT author FROM profiles_public WHERE id = l.${COLUMN[list]}),
    (SELECT author FROM threads_index WHERE id = l.${COLUMN[list]})) AS author,
  o.state
  FROM ${list} l LEFT JOIN outbox o ON o.entity_id = l.id AND o.kind IN ('block', 'mute')
  WHERE o.discard_at IS NULL ORDER BY l.created_at DESC, l.id DESC`;

export const LIST_SQL = { blocks: listSql('blocks'), mutes: listSql('mutes') } as const;
