import type { PowerSyncDatabase } from '@powersync/node';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import type { Seen } from './protocol.ts';

interface FeedRow {
  id: string;
  title: string | null;
  poll_id: string | null;
  poll: string | null;
  score: number;
  comment_count: number;
  vote: number;
  state: string | null;
}

interface Versions {
  id: string;
  shared: number;
  own: number;
}

const VERSIONS_SQL = `SELECT p.id, coalesce(s.version, 0) AS shared, coalesce(n.version, 0) AS own
  FROM posts p LEFT JOIN post_stats s ON s.id = p.id LEFT JOIN own_counts n ON n.id = p.id`;
const LIMIT = 300;

/** What the app shows of texts that begin with `history`, in one transaction. */
export function readPhone(db: PowerSyncDatabase, history: string): Promise<Seen> {
  return db.readTransaction(async (tx) => {
    const texts = (table: string, column: string) =>
      tx.getAll<{ id: string; text: string }>(
        `SELECT id, ${column} AS text FROM ${table} WHERE ${column} LIKE ? ORDER BY id`,
        [`${history}%`],
      );
    const feed = await tx.getAll<FeedRow>(MAIN_FEED_SQL, [LIMIT]);
    const versions = new Map((await tx.getAll<Versions>(VERSIONS_SQL)).map((row) => [row.id, row]));
    const outbox = await tx.getAll<{ state: string; label: string | null; last_error: string | null }>(
      'SELECT state, label, last_error FROM outbox',
    );
    return {
      posts: feed
        .filter(({ title, state }) => title?.startsWith(history) && state !== 'refused')
        .map((row) => {
          const { shared = 0, own = 0 } = versions.get(row.id) ?? {};
          return {
            ...{ id: row.id, title: row.title ?? '', score: row.score, comments: row.comment_count, vote: row.vote },
            poll: row.poll_id === null ? 'none' : row.poll === null ? 'missing' : 'there',
            version: Math.max(shared, own),
            isShared: shared >= own,
          };
        }),
      comments: await texts('comments', 'text'),
      messages: await texts('private_messages', 'content'),
      unconfirmed: outbox.filter(({ state }) => state !== 'refused').length,
      refused: outbox
        .filter(({ state, label }) => state === 'refused' && label?.startsWith(history))
        .map(({ label, last_error }) => `${label}: ${last_error}`),
    };
  });
}
