import { COLUMNS, JOINS, REFUSED, SHOWN } from '#features/feed/feed-sql.ts';

/** The public or own profile, or at least the author card. `c` selects the id. `staff_members`: staff devices only. */
const profileOf = (c: string): string => `SELECT c.id, p.id IS NOT NULL AS is_public_here, m.id IS NOT NULL AS mine,
    m.username AS own_username, m.profile_image_url AS own_image_url, m.privacy_settings, coalesce(m.role, t.role) AS role,
    coalesce(p.author, u.author) AS author, p.is_official, coalesce(p.joined_at, m.joined_at) AS joined_at,
    CASE WHEN m.id IS NULL THEN p.banner_url ELSE m.banner_url END AS banner_url,
    CASE WHEN m.id IS NULL THEN p.about ELSE m.about END AS about,
    CASE WHEN m.id IS NULL THEN p.first_name ELSE m.first_name END AS first_name,
    CASE WHEN m.id IS NULL THEN p.last_name ELSE m.last_name END AS last_name,
    CASE WHEN m.id IS NULL THEN p.city ELSE m.city END AS city,
    CASE WHEN m.id IS NULL THEN p.state ELSE m.state END AS state,
    s.post_count, s.friend_count, (SELECT created_at FROM blocks WHERE blocked_id = c.id LIMIT 1) AS blocked_at,
    (SELECT created_at FROM mutes WHERE muted_id = c.id LIMIT 1) AS muted_at
  FROM (${c}) c LEFT JOIN profiles_public p ON p.id = c.id LEFT JOIN my_profile m ON m.id = c.id LEFT JOIN people u ON u.id = c.id
  LEFT JOIN profile_stats s ON s.id = c.id LEFT JOIN staff_members t ON t.id = c.id`;

/** A profile's row decides over author cards with old names. Parameter: the username in lower case. */
export const PROFILE_BY_NAME_SQL = profileOf(`SELECT id FROM (
  SELECT id, 0 AS place FROM my_profile WHERE lower(username) = ?1
  UNION ALL SELECT id, 1 FROM profiles_public WHERE lower(author ->> '$.username') = ?1
    AND id NOT IN (SELECT id FROM my_profile)
  UNION ALL SELECT id, 2 FROM people WHERE lower(author ->> '$.username') = ?1
    AND id NOT IN (SELECT id FROM profiles_public) AND id NOT IN (SELECT id FROM my_profile)
  ORDER BY place LIMIT 1)`);

/** Parameter: id. */
export const PROFILE_SQL = profileOf('SELECT ?1 AS id');

/** An author's posts, unsent first. Friends-only ones of friends only. ?1: author, ?2: reader, ?3: limit. */
export const PROFILE_POSTS_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.user_id = ?1 AND ${SHOWN} AND o.discard_at IS NULL
    AND (p.visibility = 'public' OR p.user_id = ?2
      OR p.user_id IN (SELECT friend_id FROM friends WHERE user_id = ?2 AND status = 'accepted'))
    AND p.user_id NOT IN (SELECT blocked_id FROM blocks)
  UNION ALL ${REFUSED} AND ?1 = ?2
  ORDER BY pending DESC, created_at DESC, id DESC LIMIT ?3`;
