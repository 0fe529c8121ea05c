import type { CrudOp } from '#contract/crud.ts';

/** Columns that only the server fills. They are shown from local rows but never uploaded. */
export const SERVER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  posts: ['created_at', 'status', 'feed_page'],
  comments: ['created_at', 'updated_at', 'depth'],
  comment_likes: ['post_id'],
  poll_votes: ['post_id'],
  polls: ['post_id'],
  blocks: ['created_at'],
  mutes: ['created_at'],
  private_messages: ['created_at'],
  user_consents: ['created_at'],
  reports: ['created_at', 'target_username', 'post_title', 'post_description'],
};

/** Tables that carry another name on the server. */
const SERVER_TABLES: Readonly<Record<string, string>> = { my_profile: 'profiles', managed_ads: 'ads' };
const LOCAL_TABLES = Object.fromEntries(Object.entries(SERVER_TABLES).map(([local, server]) => [server, local]));

export const toServerTable = (name: string): string => SERVER_TABLES[name] ?? name;
/** The writable local table; `ads` is also the name of a read-only list here. */
const toLocalTable = (name: string): string => LOCAL_TABLES[name] ?? name;

/** Operations that come from the server, in local names. */
export const toLocalOps = (ops: readonly CrudOp[]): CrudOp[] =>
  ops.map((op) => ({ ...op, table: toLocalTable(op.table) }));
