/** Members on a board (§2). */
const PLACES = 5;

/** One query for both boards, because each is a round trip. More users than shown: blocked ones are replaced. */
export const BOARDS_SQL = `SELECT id, kind, user_id, author, tag, score
  FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY rank) AS place FROM leaderboards
    WHERE user_id IS NULL OR user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes))
  WHERE place <= ${PLACES} ORDER BY kind, rank`;
