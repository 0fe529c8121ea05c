/**
 * The inbox and its unread counts. A message read here counts at once: its queued read mark blocks downloads. Without
 * threads of members whom the reader blocked. ?1: the reader.
 */
const INBOX = `
  written AS MATERIALIZED (
    SELECT subject_id AS id, max(created_at) AS written_at,
      max(CASE state WHEN 'refused' THEN 3 WHEN 'queued' THEN 2 WHEN 'sending' THEN 1 ELSE 0 END) AS unsent
    FROM outbox WHERE kind = 'message' AND subject_id IS NOT NULL AND discard_at IS NULL GROUP BY subject_id),
  marked AS MATERIALIZED (SELECT DISTINCT subject_id AS id FROM outbox WHERE kind = 'read' AND state <> 'refused'),
  synced AS MATERIALIZED (SELECT id, author, unread, last_sent_at FROM threads_index),
  inbox AS (
    SELECT c.id, t.author, w.unsent, max(coalesce(t.last_sent_at, ''), coalesce(w.written_at, '')) AS last_sent_at,
      CASE WHEN c.id IN (SELECT id FROM marked)
        THEN (SELECT count(*) FROM private_messages m WHERE m.sender_id = c.id AND m.recipient_id = ?1 AND m.read = 0)
        ELSE coalesce(t.unread, 0) END AS unread
    FROM (SELECT id FROM synced UNION SELECT id FROM written) c
    LEFT JOIN synced t ON t.id = c.id LEFT JOIN written w ON w.id = c.id
    WHERE c.id NOT IN (SELECT blocked_id FROM blocks))`;

/** Unread first, then the latest. */
export const INBOX_SQL = `WITH ${INBOX}
  SELECT i.id, i.unsent, i.last_sent_at, i.unread, coalesce(i.author, (SELECT author FROM profiles_public WHERE id = i.id),
    (SELECT author FROM people WHERE id = i.id)) AS author
  FROM inbox i ORDER BY i.unread > 0 DESC, i.last_sent_at DESC, i.id`;

export const UNREAD_SQL = `WITH ${INBOX} SELECT 'unread' AS id, coalesce(sum(unread), 0) AS unread FROM inbox`;

/** The other side of a thread. Parameter: their id. `author` is null while unknown. */
export const OTHER_SQL = `SELECT ?1 AS id, t.message_count,
    coalesce(p.author, t.author, (SELECT author FROM people WHERE id = ?1),
      (SELECT json_object('username', substr(about, 2)) FROM outbox
        WHERE subject_id = ?1 AND kind = 'friend_request' AND about IS NOT NULL LIMIT 1)) AS author,
    EXISTS (SELECT 1 FROM blocks WHERE blocked_id = ?1) AS is_blocked
  FROM (SELECT 1) LEFT JOIN (SELECT author FROM profiles_public WHERE id = ?1) p
  LEFT JOIN (SELECT author, message_count FROM threads_index WHERE id = ?1) t`;

/** What is not sent, by message. ?2: the other member. */
const MINE = `mine AS MATERIALIZED (SELECT id, entity_id, state, last_error, created_at, discard_at, ops FROM outbox
    WHERE kind = 'message' AND subject_id = ?2)`;

const keys = (condition: string): string => `SELECT m.id, o.state, coalesce(o.created_at, m.created_at) AS at,
    coalesce(o.state <> 'refused', 0) AS is_waiting
  FROM private_messages m LEFT JOIN mine o ON o.entity_id = m.id WHERE ${condition} AND o.discard_at IS NULL`;

/**
 * The messages of a thread on this device, by their keys alone, because a thread may be long. Unsent ones are the
 * newest until the server has stamped them; of rejected ones only the outbox has the text. ?1: the reader, ?2: the
 * other member.
 */
const THREAD = `${MINE}, thread AS (
  ${keys('m.sender_id = ?1 AND m.recipient_id = ?2')}
  UNION ALL ${keys('m.sender_id = ?2 AND m.recipient_id = ?1')}
  UNION ALL SELECT o.entity_id, o.state, o.created_at, 0
  FROM mine o WHERE o.state = 'refused' AND o.discard_at IS NULL AND NOT EXISTS (SELECT 1 FROM private_messages m WHERE m.id = o.entity_id))`;

/** ?3 messages of a thread, oldest first, after the newest ?4. */
export const THREAD_SQL = `WITH ${THREAD},
  part AS (SELECT id, at, is_waiting FROM thread ORDER BY is_waiting DESC, at DESC, id DESC LIMIT ?3 OFFSET ?4)
  SELECT p.id, coalesce(m.sender_id, ?1) AS sender_id, coalesce(m.content, o.ops ->> '$[0].data.content') AS content, m.read, o.state, o.last_error,
    o.id AS action_id, p.at AS created_at
  FROM part p LEFT JOIN private_messages m ON m.id = p.id LEFT JOIN mine o ON o.entity_id = p.id
  ORDER BY p.is_waiting, p.at, p.id`;

/** How many messages of a thread are on this device, and how many of them the server has confirmed. */
export const THREAD_SIZE_SQL = `WITH ${THREAD}
  SELECT 'size' AS id, count(*) AS stored, count(*) FILTER (WHERE state IS NULL) AS confirmed FROM thread`;

/** The other member's unread messages in a thread. ?1: the reader, ?2: the other member. */
export const THREAD_UNREAD_SQL = `WITH unread AS MATERIALIZED (
    SELECT id, created_at FROM private_messages WHERE sender_id = ?2 AND recipient_id = ?1 AND read = 0)
  SELECT 'unread' AS id, (SELECT id FROM unread ORDER BY created_at, id LIMIT 1) AS oldest,
    (SELECT id FROM unread ORDER BY created_at DESC, id DESC LIMIT 1) AS newest`;

/** Whether all messages are on this device: it has the newest 500, and older ones while they are read. */
export const WHOLE_SQL = `SELECT 'whole' AS id, (SELECT coalesce(sum(message_count), 0) FROM threads_index) <=
    (SELECT count(*) FROM private_messages WHERE id NOT IN (SELECT entity_id FROM outbox WHERE kind = 'message')) AS is_whole`;

/** Members on this device whose name begins with ?1, the inbox's first without a name. ?2: the reader. */
export const MEMBERS_NAMED_SQL = `SELECT m.id, m.author FROM (
    SELECT id, author, 0 AS place FROM threads_index UNION ALL SELECT id, author, 1 FROM people UNION ALL SELECT id, author, 2 FROM profiles_public) m
  WHERE m.id <> ?2 AND m.author IS NOT NULL AND m.id NOT IN (SELECT blocked_id FROM blocks)
    AND substr(lower(m.author ->> '$.username'), 1, length(?1)) = ?1
  GROUP BY m.id ORDER BY min(m.place), lower(m.author ->> '$.username') LIMIT 8`;

/** The server's list may still have members whose block has not been sent. */
export const BLOCKED_SQL = 'SELECT id, blocked_id FROM blocks';
