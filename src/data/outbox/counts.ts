import type { Transaction } from '@powersync/common';
import { traitsOf } from '#contract/actions.ts';
import { type ShownRow, shownRow, showUntilSync } from '../replica/powersync-tables.ts';

/*
 * The counts that include rows of the member: score and comments of a post, likes of a comment, votes of a poll,
 * friends. A local write changes the count in the same transaction as the row that it counts, and the next checkpoint
 * that is applied replaces both in one transaction. So no query adds up two rows that arrive at different times
 * (docs/decisions/013-counts.md).
 */

type Sql = Pick<Transaction, 'execute' | 'getOptional'>;

interface Count {
  /** The row with the count. */
  table: string;
  id: unknown;
  /** Without a row the count is unknown. Default: it is 0. */
  needsRow?: boolean;
  /** The same row with this one counted (1), or no longer (-1). */
  add(counts: ShownRow, sign: 1 | -1): ShownRow;
}

const plus = (counts: ShownRow, column: string, by: number): ShownRow => ({
  ...counts,
  [column]: Number(counts[column] ?? 0) + by,
});

function plusOption(counts: ShownRow, option: number, by: number): ShownRow {
  const votes = typeof counts['counts'] === 'string' ? (JSON.parse(counts['counts']) as number[]) : [];
  while (votes.length <= option) votes.push(0);
  votes[option] = (votes[option] ?? 0) + by;
  return plus({ ...counts, counts: JSON.stringify(votes) }, 'total', by);
}

const friendOf = (id: unknown): Count => ({
  table: 'profile_stats',
  id,
  needsRow: true,
  add: (counts, sign) => plus(counts, 'friend_count', sign),
});

const COUNTED: Readonly<Record<string, (row: ShownRow) => readonly Count[]>> = {
  post_votes: ({ post_id, value }) => [
    {
      table: 'post_stats',
      id: post_id,
      add: (counts, sign) => plus(counts, 'score', sign * Number(value ?? 0)),
    },
  ],
  comments: ({ post_id }) => [
    {
      table: 'post_stats',
      id: post_id,
      add: (counts, sign) => plus(counts, 'comment_count', sign),
    },
  ],
  comment_likes: ({ comment_id }) => [
    {
      table: 'comment_stats',
      id: comment_id,
      add: (counts, sign) => plus(counts, 'likes', sign),
    },
  ],
  poll_votes: ({ poll_id, option_index }) => [
    {
      table: 'poll_stats',
      id: poll_id,
      add: (counts, sign) => plusOption(counts, Number(option_index ?? 0), sign),
    },
  ],
  // Both members have one friend more.
  friends: ({ user_id, friend_id, status }) => (status === 'accepted' ? [friendOf(user_id), friendOf(friend_id)] : []),
};

/** Runs `write`, which changes this row, and changes the counts that include the row with it. */
export async function withCount<T>(tx: Sql, table: string, id: string, write: () => Promise<T>): Promise<T> {
  const counted = COUNTED[table];
  if (!counted) return write();
  const before = await shownRow(tx, table, id);
  const result = await write();
  const after = await shownRow(tx, table, id);
  // An edited comment counts as before.
  if (table === 'comments' && before && after) return result;
  if (before) for (const count of counted(before)) await change(tx, count, -1);
  if (after) for (const count of counted(after)) await change(tx, count, 1);
  return result;
}

async function change(tx: Sql, { table, id, needsRow = false, add }: Count, sign: 1 | -1): Promise<void> {
  if (typeof id !== 'string') return;
  const shared = await shownRow(tx, table, id);
  if (shared === null && needsRow) return;
  const counts = await withOwnCounts(tx, id, shared ?? {});
  await showUntilSync(tx, table, id, add(counts, sign));
}

/** The newer one of the counts that everybody has and those that the member's last act left (own_counts). */
async function withOwnCounts(tx: Sql, id: string, shared: ShownRow): Promise<ShownRow> {
  const own = await shownRow(tx, 'own_counts', id);
  if (Number(own?.['version'] ?? 0) <= Number(shared['version'] ?? 0)) return shared;
  return { ...shared, ...Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== null)) };
}

/** The same for the row that an action writes, by its kind. */
export function withCountOf<T>(
  tx: Sql,
  action: { kind: string; entity_id: string },
  write: () => Promise<T>,
): Promise<T> {
  const table = traitsOf(action.kind).counted;
  return table === undefined ? write() : withCount(tx, table, action.entity_id, write);
}
