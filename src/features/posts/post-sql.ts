import { COLUMNS, JOINS, REFUSED } from '#features/feed/feed-sql.ts';

/** One post of any visibility. Parameter: id. */
export const POST_SQL = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE p.id = ?1 AND (p.status <> 'removed' OR p.status IS NULL)
  UNION ALL ${REFUSED} AND o.entity_id = ?1`;
