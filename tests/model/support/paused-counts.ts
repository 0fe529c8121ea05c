type Row = Record<string, unknown>;
/** What the counts are made of. */
interface Tables {
  table(name: string): ReadonlyMap<string, Row>;
}
/** By table and id. */
type Counts = Map<string, Row>;

/** Counts as they are with every act. */
function exactCounts(server: Tables): Counts {
  const counts: Counts = new Map();
  for (const id of server.table('posts').keys()) counts.set(`post_stats ${id}`, { score: 0, comment_count: 0 });
  for (const id of server.table('comments').keys()) counts.set(`comment_stats ${id}`, { likes: 0 });
  const add = (table: string, id: unknown, column: string, by: number) => {
    const row = counts.get(`${table} ${String(id)}`);
    if (row) row[column] = Number(row[column]) + by;
  };
  for (const row of server.table('post_votes').values())
    add('post_stats', row['post_id'], 'score', Number(row['value']));
  for (const row of server.table('comments').values()) add('post_stats', row['post_id'], 'comment_count', 1);
  for (const row of server.table('comment_likes').values()) add('comment_stats', row['comment_id'], 'likes', 1);
  return counts;
}

/**
 * Counts as the server publishes them (docs/decisions/035-counts-with-a-pause.md): some acts at once and some later,
 * and those within a pause at once to their member alone.
 */
export class PausedCounts {
  readonly #server: Tables;
  #exact: Counts = new Map();
  readonly #version = new Map<string, number>();
  readonly #published: Counts = new Map();
  readonly #own = new Map<string, Counts>();

  constructor(server: Tables) {
    this.#server = server;
  }

  /** After an action; without a member, somebody else's change. Every third act on a row finds no pause. */
  note(member?: string): void {
    const before = this.#exact;
    this.#exact = exactCounts(this.#server);
    for (const [key, row] of this.#exact) {
      if (JSON.stringify(before.get(key)) === JSON.stringify(row)) continue;
      const version = (this.#version.get(key) ?? 0) + 1;
      this.#version.set(key, version);
      if (version % 3 === 1 || member === undefined) this.#published.set(key, { ...row, version });
      else this.#ownOf(member).set(`own_counts ${key.split(' ')[1]}`, { ...row, version });
    }
    for (const key of this.#published.keys()) if (!this.#exact.has(key)) this.#published.delete(key);
  }

  /** The end of every pause. */
  publish(): void {
    for (const [key, row] of this.#exact) this.#published.set(key, { ...row, version: this.#version.get(key) });
  }

  /** What a member's devices receive. */
  rowsFor(member: string): Counts {
    return new Map([...this.#published, ...this.#ownOf(member)]);
  }

  #ownOf(member: string): Counts {
    const own = this.#own.get(member) ?? new Map<string, Row>();
    this.#own.set(member, own);
    return own;
  }
}
