import type { ClientTableName } from '#contract/sync/client-tables.ts';

/** A server table, with `AS` and the client table where that has another name: `'post_people AS people'`. */
export type Source = ClientTableName | `${string} AS ${ClientTableName}`;

/** One query of a stream: the columns of a client table, out of a server table, for the rows that `where` selects. */
export interface Query {
  readonly source: Source;
  /** Absent: every row, for everyone. */
  readonly where?: string;
}

export interface Stream {
  readonly comment?: string;
  readonly auto_subscribe?: true;
  /**
   * Why a parameter that the client chooses gives it nothing that it may not read. Without it the service refuses such
   * a query.
   */
  readonly safe_because?: string;
  readonly priority?: 1 | 2 | 3;
  readonly with?: Readonly<Record<string, string>>;
  readonly queries: readonly Query[];
}

/** Streams with a heading over them. */
export interface Chapter {
  readonly heading?: string;
  readonly streams: Readonly<Record<string, Stream>>;
}

/** Expressions for the client's `id`, where it is not the column `id`. */
const IDS: Readonly<Partial<Record<Source, string>>> = {
  account_deletions: 'user_id',
  'feed_people AS people': 'user_id',
  'known_people AS people': 'person_id',
  'listed_posts AS people': 'user_id',
  'listed_posts AS posts': 'post_id',
  'listed_posts AS tag_comments': "list || ':' || post_id",
  'listed_stats AS listed_posts': "list || ':' || post_id",
  'listed_stats AS post_stats': 'post_id',
  member_flags: 'user_id',
  'post_people AS people': 'user_id',
  'tag_counts AS tags': 'tag',
  threads_index: 'user_id',
};

export const idOf = (source: Source): string => IDS[source] ?? 'id';

export const clientTableOf = (source: Source): ClientTableName => source.split(' AS ').at(-1) as ClientTableName;

export const rows = (source: Source, where?: string): Query => ({ source, ...(where && { where }) });

export const parameter = (name: string): string => `subscription.parameter('${name}')`;
