/** A poll with its counts and the member's own vote (PollRow). Parameter: its id. */
export const POLL_SQL = `SELECT p.id, p.question, p.options, v.option_index AS mine, s.counts
  FROM polls p LEFT JOIN poll_stats s ON s.id = p.id LEFT JOIN poll_votes v ON v.poll_id = p.id WHERE p.id = ?`;
