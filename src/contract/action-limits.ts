import type { CrudOp } from './crud.ts';

type Verb = CrudOp['op'];

/**
 * What devices may send: operations per kind of action. `private.crud_operations` has the same table and refuses more.
 */
export const OPERATIONS: Readonly<Record<string, Partial<Record<Verb, number>>>> = {
  profiles: { PATCH: 2 },
  friends: { PUT: 1, PATCH: 1, DELETE: 1 },
  blocks: { PUT: 1, DELETE: 1 },
  mutes: { PUT: 1, DELETE: 1 },
  posts: { PUT: 1, PATCH: 2, DELETE: 1 },
  // An edit changes, moves, adds and removes up to five pictures; a move may take two steps.
  post_images: { PUT: 5, PATCH: 15, DELETE: 5 },
  polls: { PUT: 1, PATCH: 1 },
  poll_votes: { PUT: 1 },
  comments: { PUT: 1, PATCH: 1, DELETE: 1 },
  comment_likes: { PUT: 1, DELETE: 1 },
  saved_posts: { PUT: 1, DELETE: 1 },
  post_votes: { PUT: 1, PATCH: 1, DELETE: 1 },
  notifications: { PATCH: 100, DELETE: 100 },
  notification_settings: { PUT: 1, PATCH: 1 },
  reading_places: { PUT: 1, PATCH: 1 },
  private_messages: { PUT: 1, PATCH: 100 },
  reports: { PUT: 1, PATCH: 100 },
  post_removals: { PUT: 1 },
  write_rejections: { DELETE: 1 },
};

/** Operations of one kind in an action that writes many rows: the largest number in OPERATIONS. */
export const MOST_AT_ONCE = 100;

/** The first operation of which an action has too many, or null. */
export function excessIn(ops: readonly Pick<CrudOp, 'op' | 'table'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { op, table } of ops) {
    const kind = `${op} ${table}`;
    const count = (counts.get(kind) ?? 0) + 1;
    if (count > (OPERATIONS[table]?.[op] ?? 0)) return kind;
    counts.set(kind, count);
  }
  return null;
}
