import type pg from 'pg';

/**
 * Own posts, and those on the three newest pages of the feed. A page has 100 numbers of a sequence, of which each crash
 * of Postgres skips up to 32: after some crashes, fewer than 200 posts are on more than three pages.
 */
const HELD = `(feed_page is null or user_id = auth.uid() or feed_page > (select max(feed_page) - 3 from posts))`;

/**
 * The rows that a member may have on a device, by client table, read from Postgres with the member's rights and without
 * the sync rules. Times are left out because Postgres and SQLite write them differently.
 */
const VISIBLE: Readonly<Record<string, string>> = {
  posts: `select id::text, user_id::text, title, description, visibility, status, sticky::int, flagged::int, comments_locked::int, feed_page
    from posts where ${HELD}`,
  post_stats: `select id::text, user_id::text, score, comment_count from post_stats where ${HELD}`,
  comments: 'select id::text, post_id::text, user_id::text, parent_id::text, text, depth from comments',
  comment_stats: 'select id::text, post_id::text, likes from comment_stats where likes > 0 or version > 0',
  post_votes: 'select id::text, post_id::text, user_id::text, value from post_votes',
  comment_likes:
    'select id::text, post_id::text, comment_id::text, user_id::text from comment_likes where user_id = auth.uid()',
  friends: `select id::text, user_id::text, friend_id::text, status from friends
    where user_id = auth.uid() or (friend_id = auth.uid() and status = 'pending')`,
  private_messages: `select id::text, sender_id::text, recipient_id::text, content, read::int from private_messages`,
  blocks: 'select id::text, user_id::text, blocked_id::text from blocks where user_id = auth.uid()',
  notifications: 'select id::text, user_id::text, type, is_read::int from notifications where is_recent',
  write_rejections: 'select id::text, user_id::text, code, message from write_rejections',
};

export type Rows = Record<string, Record<string, unknown>[]>;

export async function visibleRows(db: pg.Client, member: string): Promise<Rows> {
  const rows: Rows = {};
  await db.query('begin');
  try {
    await db.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: member, role: 'authenticated' }),
    ]);
    await db.query('set local role authenticated');
    for (const [table, sql] of Object.entries(VISIBLE)) {
      const found = await db.query<Record<string, unknown>>(`select * from (${sql}) t order by id collate "C"`);
      rows[table] = found.rows;
    }
  } finally {
    await db.query('rollback');
  }
  return rows;
}

interface Reader {
  getAll<T>(sql: string): Promise<T[]>;
}

/** The same columns of a replica. */
export async function replicaRows(db: Reader): Promise<Rows> {
  const rows: Rows = {};
  for (const [table, sql] of Object.entries(VISIBLE)) {
    const columns = sql
      .slice('select '.length, sql.search(/\s+from /))
      .split(',')
      .map((column) => column.trim().replace(/::.*/, ''));
    rows[table] = await db.getAll(`SELECT ${columns.join()} FROM ${table} ORDER BY id`);
  }
  return rows;
}
