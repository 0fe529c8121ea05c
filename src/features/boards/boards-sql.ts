/** One query for both boards: each query is a round trip to the database's worker. */
export const BOARDS_SQL = `SELECT id, kind, user_id, author, tag, score FROM leaderboards
  WHERE user_id IS NULL OR user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes) ORDER BY kind, rank`;
