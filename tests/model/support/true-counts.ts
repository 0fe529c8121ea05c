import type { Transaction } from '@powersync/common';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import type { Device } from './device.ts';
import type { Row } from './server.ts';
import type { Checkpoint } from './stream.ts';

/** Numbers by counter ('score', 'comments' or 'likes') and the id of what is counted. */
type Numbers = Map<string, number>;

const add = (numbers: Numbers, key: string, by: number) => numbers.set(key, (numbers.get(key) ?? 0) + by);

/** As everybody has them, or as the member's last act left them, if that is newer. */
function countsOf({ rows }: Checkpoint): Numbers {
  const counts: Numbers = new Map();
  for (const [key, data] of rows) {
    const [table, id] = key.split(' ');
    const shared = JSON.parse(data) as Row;
    const own = JSON.parse(rows.get(`own_counts ${id}`) ?? '{}') as Row;
    const row = Number(own['version'] ?? 0) > Number(shared['version'] ?? 0) ? own : shared;
    if (table === 'post_stats') {
      counts.set(`score ${id}`, Number(row['score']));
      counts.set(`comments ${id}`, Number(row['comment_count']));
    }
    if (table === 'comment_stats') counts.set(`likes ${id}`, Number(row['likes']));
  }
  return counts;
}

/** The member's share of each count. */
function ownOf({ rows }: Checkpoint, member: string): Numbers {
  const own: Numbers = new Map();
  for (const [key, data] of rows) {
    const [table] = key.split(' ');
    const row = JSON.parse(data) as Row;
    if (table === 'post_votes') add(own, `score ${String(row['post_id'])}`, Number(row['value']));
    if (table === 'comment_likes') add(own, `likes ${String(row['comment_id'])}`, 1);
    if (table === 'comments' && row['user_id'] === member) add(own, `comments ${String(row['post_id'])}`, 1);
  }
  return own;
}

/**
 * I7: every count on screen is the server's at the applied checkpoint, plus the member's own votes, likes and comments
 * on screen.
 */
export class TrueCounts {
  readonly #device: Device;
  /** By member. */
  readonly #applied = new Map<string, { counts: Numbers; own: Numbers }>();

  constructor(device: Device) {
    this.#device = device;
    device.onLine = (checkpoint, applied) => this.#onLine(checkpoint, applied);
  }

  async #onLine(checkpoint: Checkpoint, applied: readonly string[]): Promise<void> {
    const { member } = this.#device;
    const counts = countsOf(checkpoint);
    const before = this.#applied.get(member) ?? { counts: new Map(), own: new Map() };
    if (applied.includes('rest')) this.#applied.set(member, { counts, own: ownOf(checkpoint, member) });
    // A partial checkpoint removes no rows.
    else if (applied.includes('first'))
      this.#applied.set(member, { ...before, counts: new Map([...before.counts, ...counts]) });
    await this.observe();
  }

  /** In one transaction, because the app may be writing. */
  observe = (): Promise<void> => this.#device.db.writeTransaction((tx) => this.#check(tx));

  async #check(tx: Pick<Transaction, 'getAll'>): Promise<void> {
    const { member } = this.#device;
    const { counts, own } = this.#applied.get(member) ?? { counts: new Map(), own: new Map() };
    const check = (key: string, shown: number, mine: number) => {
      const expected = (counts.get(key) ?? 0) - (own.get(key) ?? 0) + mine;
      if (shown !== expected) throw new Error(`I7: ${key} is shown as ${shown}; it is ${expected}.`);
    };
    const posts = await tx.getAll<{ id: string; score: number; vote: number; comment_count: number; state: string }>(
      MAIN_FEED_SQL,
      [1000],
    );
    for (const { id, score, vote, comment_count, state } of posts) {
      // Shown from the outbox, without counts.
      if (state === 'refused') continue;
      check(`score ${id}`, score, vote);
      const stored = await tx.getAll<{ id: string }>('SELECT id FROM comments WHERE post_id = ?', [id]);
      const comments = await tx.getAll<{ id: string; user_id: string; likes: number; liked: number }>(COMMENTS_SQL, [
        id,
      ]);
      const present = comments.filter((comment) => stored.some((row) => row.id === comment.id));
      check(`comments ${id}`, comment_count, present.filter(({ user_id }) => user_id === member).length);
      for (const comment of present) check(`likes ${comment.id}`, comment.likes, comment.liked);
    }
  }
}
