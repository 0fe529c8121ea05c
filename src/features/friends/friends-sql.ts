const ANSWERS = `('friend_request', 'friend_accept')`;

/** The newest request to each member. */
const LAST_REQUESTS = `SELECT entity_id, state, discard_at, max(created_at) FROM outbox WHERE kind = 'friend_request' GROUP BY entity_id`;

/** One row per other member; of mutual requests, the own row. Blocks end both, also unsent ones. ?1: the member. */
const PAIRS = `SELECT CASE user_id WHEN ?1 THEN friend_id ELSE user_id END AS other_id, max(user_id = ?1) AS own, id AS row_id, status, created_at
  FROM friends WHERE (user_id = ?1 OR friend_id = ?1) AND status <> 'declined'
    AND id NOT IN (SELECT entity_id FROM (${LAST_REQUESTS}) WHERE discard_at IS NOT NULL OR state = 'refused')
    AND user_id NOT IN (SELECT blocked_id FROM blocks) AND friend_id NOT IN (SELECT blocked_id FROM blocks)
  GROUP BY other_id`;

const RELATION = `CASE WHEN f.status = 'accepted' THEN 'friends' WHEN f.own THEN 'sent' ELSE 'received' END AS relation,
  (SELECT o.state FROM outbox o WHERE o.entity_id = f.row_id AND o.kind IN ${ANSWERS} ORDER BY o.created_at DESC LIMIT 1) AS state`;

/** A member who is not on this device has the name by which they were asked (their code said it). */
const REQUESTED = `(SELECT json_object('username', substr(about, 2)) FROM outbox
  WHERE entity_id = f.row_id AND kind = 'friend_request' AND about IS NOT NULL LIMIT 1)`;

/** All friends and requests of the member. Parameter: the member. */
export const FRIENDS_SQL = `SELECT f.other_id AS id, ${RELATION}, coalesce(p.author, u.author, ${REQUESTED}) AS author, p.city, p.is_official, f.created_at
  FROM (${PAIRS}) f LEFT JOIN people u ON u.id = f.other_id LEFT JOIN profiles_public p ON p.id = f.other_id
  ORDER BY lower(coalesce(p.author, u.author, ${REQUESTED}) ->> '$.username'), f.other_id`;

/** The relations to all members, for a list of them. Parameter: the member. */
export const RELATIONS_SQL = `SELECT f.other_id AS id, ${RELATION} FROM (${PAIRS}) f`;

/** The relation to one member with the newest rejected action about it. ?1: the member, ?2: the other. */
export const FRIENDSHIP_SQL = `SELECT 'pair' AS id, r.*,
    x.state AS refused_state, x.last_error, x.created_at AS refused_at
  FROM (SELECT 1) LEFT JOIN (SELECT ${RELATION} FROM (${PAIRS}) f WHERE f.other_id = ?2) r
  LEFT JOIN (SELECT state, last_error, created_at FROM outbox WHERE subject_id = ?2 AND state = 'refused' AND discard_at IS NULL
    AND kind IN ('friend_request', 'friend_accept', 'friend_decline', 'unfriend') ORDER BY created_at DESC LIMIT 1) x`;
