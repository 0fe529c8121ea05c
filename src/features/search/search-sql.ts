import { indexedRowsOf, indexOf } from '#data/replica/powersync-tables.ts';

/** Results of each kind, and how many more each "Show more" adds. */
export const PAGE = 20;
/** Counted up to here: more rows would have to be read for a number that nobody reads to its end. */
export const MOST_COUNTED = 100;

/** Rows of a table whose text has the words. CROSS JOIN: the index first; each row costs file reads. */
const found = (table: string, alias: string): string =>
  `${indexOf(table)} i CROSS JOIN ${indexedRowsOf(table)} r ON r.id = i.rowid CROSS JOIN ${table} ${alias} ON ${alias}.id = r.ref`;
const matches = (table: string): string => `${indexOf(table)} MATCH ?1`;
/** More than are shown: a late row is among the newest of the index. Each is up to three file reads. */
const LATE = 5;
/** The newest rows of the index are looked at until so many can be shown; of those, the newest by time are. */
const newest = (count: number): string => `ORDER BY i.rowid DESC LIMIT ${count + LATE}`;

const HIDDEN = 'SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes';

/** Parameter 1 of each query: the words, as the index is asked. Parameter 2 of messages: the member. */
const FROM = {
  posts: `${found('posts', 'p')} LEFT JOIN outbox o ON o.entity_id = p.id AND o.kind = 'post'
    WHERE ${matches('posts')} AND (p.status = 'live' OR (p.status IS NOT 'removed' AND o.id IS NOT NULL)) AND o.discard_at IS NULL
      AND p.user_id NOT IN (${HIDDEN})`,
  comments: `${found('comments', 'c')} CROSS JOIN posts p ON p.id = c.post_id
    LEFT JOIN outbox o ON o.entity_id = c.id AND o.kind = 'comment'
    WHERE ${matches('comments')} AND p.status IS NOT 'removed' AND o.discard_at IS NULL
      AND c.user_id NOT IN (${HIDDEN}) AND p.user_id NOT IN (${HIDDEN})`,
  // As the inbox: threads with muted members stay.
  messages: `${found('private_messages', 'm')} WHERE ${matches('private_messages')}
    AND CASE WHEN m.sender_id = ?2 THEN m.recipient_id ELSE m.sender_id END NOT IN (SELECT blocked_id FROM blocks)`,
};

const withAuthors = (rows: string, count: number): string =>
  `SELECT f.*, u.author FROM (${rows} ${newest(count)}) f LEFT JOIN people u ON u.id = f.user_id ORDER BY f.created_at DESC LIMIT ${count}`;

export const postsSql = (count: number): string =>
  withAuthors(`SELECT p.id, p.user_id, p.title, p.description AS text, p.created_at FROM ${FROM.posts}`, count);

export const commentsSql = (count: number): string =>
  withAuthors(
    `SELECT c.id, c.user_id, c.post_id, coalesce(p.title, p.description, '') AS title, c.text, c.created_at FROM ${FROM.comments}`,
    count,
  );

/** With the other member of the thread. */
export const messagesSql = (count: number): string =>
  withAuthors(
    `SELECT m.id, CASE WHEN m.sender_id = ?2 THEN m.recipient_id ELSE m.sender_id END AS user_id, m.sender_id = ?2 AS is_mine,
      m.content AS text, m.created_at FROM ${FROM.messages}`,
    count,
  );

/** Any part of a name is found by its beginning: lane in fog_lane. */
const MEMBERS = `SELECT id, author, city, state FROM (
    SELECT p.id, p.author, p.city, p.state FROM ${found('profiles_public', 'p')} WHERE ${matches('profiles_public')} LIMIT ${MOST_COUNTED})
  UNION ALL SELECT id, author, NULL, NULL FROM (
    SELECT p.id, p.author FROM ${found('people', 'p')} WHERE ${matches('people')} AND p.id NOT IN (SELECT id FROM profiles_public) LIMIT ${MOST_COUNTED})`;
const SHOWN_MEMBERS = `FROM (${MEMBERS}) WHERE author ->> '$.username' IS NOT NULL AND id NOT IN (SELECT blocked_id FROM blocks)`;
export const membersSql = (count: number): string =>
  `SELECT id, author, city, state ${SHOWN_MEMBERS} ORDER BY lower(author ->> '$.username') LIMIT ${count}`;

const TAGS = `FROM (
    SELECT t.id, t.tag, t.post_count FROM ${found('tags', 't')} WHERE ${matches('tags')}
    UNION ALL SELECT t.id, t.tag, t.score FROM ${found('leaderboards', 't')} WHERE ${matches('leaderboards')} AND t.tag IS NOT NULL)`;
export const tagsSql = (count: number): string =>
  `SELECT id, tag, max(post_count) AS post_count ${TAGS} GROUP BY tag ORDER BY 3 DESC, tag LIMIT ${count}`;

const counted = (from: string): string => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED}))`;

/** How many of each kind there are, up to MOST_COUNTED. Parameter 2: the member. */
export const COUNTS_SQL = `SELECT ?2 AS id, ${counted(FROM.posts)} AS posts, ${counted(FROM.comments)} AS comments,
  ${counted(FROM.messages)} AS messages, (SELECT count(*) ${SHOWN_MEMBERS}) AS members, (SELECT count(DISTINCT tag) ${TAGS}) AS tags`;

/** What a search on this device can find. */
export const ON_DEVICE_SQL = `SELECT 'device' AS id, (SELECT count(*) FROM posts) AS posts,
  (SELECT count(*) FROM (SELECT id FROM profiles_public UNION SELECT id FROM people)) AS members`;
