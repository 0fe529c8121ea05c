const KNOWN = `(SELECT id, author FROM profiles_public UNION ALL SELECT id, author FROM people UNION ALL SELECT id, author FROM threads_index)`;

/**
 * The member of a code. A name that the device knows of another member makes the code doubtful. Parameters: the id, and
 * the name in lower case.
 */
export const SCANNED_SQL = `SELECT ?1 AS id,
    (SELECT author FROM ${KNOWN} WHERE id = ?1 AND author IS NOT NULL LIMIT 1) AS author,
    (SELECT is_official FROM profiles_public WHERE id = ?1) AS is_official,
    EXISTS (SELECT 1 FROM blocks WHERE blocked_id = ?1) AS is_blocked,
    EXISTS (SELECT 1 FROM ${KNOWN} WHERE id <> ?1 AND lower(author ->> '$.username') = ?2)
      AND NOT EXISTS (SELECT 1 FROM ${KNOWN} WHERE id = ?1 AND author IS NOT NULL) AS is_name_taken`;
