import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import { v5 } from 'uuid';

import { PAIR_NAMESPACES } from '#contract/ids.ts';

import { scaleMemberId, seedScale } from '../../local/seed/scale/scale.ts';
import { seed } from '../../local/seed/seed.ts';
import { action, putPost, Session } from '../../tests/support/as-member.ts';
import { startScratchDatabase } from '../../tests/support/scratch-database.ts';

const MEMBERS = 1_000;
/** Posts in the two databases; each action should cost the same in both. */
const SIZES = [1_000, 100_000] as const;
const ROUNDS = 60;

interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

type Measures = Record<string, { ms: number; rows: number }>;

/**
 * How writes grow with the number of posts: milliseconds and rows written per action (which sync must send), and their
 * ratio.
 */
export async function measureDatabase(say: (line: string) => void, sizes: readonly number[] = SIZES): Promise<Row[]> {
  const measured: Measures[] = [];
  for (const posts of sizes) {
    say(`Seeding ${posts} posts.`);
    measured.push(await measure(posts));
  }
  const [few, many] = [measured[0] ?? {}, measured.at(-1) ?? {}];
  return Object.keys(few).flatMap((what) => {
    const [a, b] = [few[what], many[what]];
    if (!a || !b) return [];
    const at = (index: number): string => `at ${sizes.at(index)} posts`;
    return [
      { what: `${what}, ${at(0)}`, value: a.ms, unit: 'ms' },
      { what: `${what}, ${at(-1)}`, value: b.ms, unit: 'ms' },
      { what: `${what}, growth of time`, value: b.ms / a.ms, unit: '×' },
      { what: `${what}, rows written ${at(-1)}`, value: b.rows, unit: '' },
      { what: `${what}, growth of rows written`, value: b.rows / a.rows, unit: '×' },
    ];
  });
}

async function measure(posts: number): Promise<Measures> {
  const scratch = await startScratchDatabase();
  try {
    const admin = await scratch.connect();
    await seed({ databaseUrl: scratch.url, log: () => {} }, 'week');
    await seedScale({ databaseUrl: scratch.url, members: MEMBERS, posts, progress: () => {} });
    await admin.query('update private.rate_limits set max_count = 1000000');
    // The author with the most friends and posts, and the post with the most comments.
    const author = scaleMemberId(0);
    const { rows } = await admin.query<{ id: string }>(
      "select post_id as id from comments where audience = 'public' group by 1 order by count(*) desc limit 1",
    );
    const hot = rows[0]?.id ?? '';
    const others = await admin.query<{ id: string }>(
      "select id from posts where audience = 'public' order by created_at desc offset 100 limit $1",
      [ROUNDS + 5],
    );
    const { rows: friends } = await admin.query<{ id: string }>(
      "select friend_id as id from friends where user_id = $1 and status = 'accepted' order by 1 limit 1",
      [author],
    );
    const db = await scratch.connect();
    const session = new Session(db, author);
    const put = (table: string, data: Record<string, unknown>) =>
      action({ op: 'PUT', table, id: randomUUID(), data: { user_id: author, ...data } });
    return {
      'a post through apply_crud': await time(db, session, () =>
        action(putPost(author, { description: 'Cold range. #rangeday' })),
      ),
      'a comment through apply_crud': await time(db, session, () =>
        put('comments', { post_id: hot, text: 'Well shot.' }),
      ),
      'a friends-only post through apply_crud': await time(db, session, () =>
        action(putPost(author, { visibility: 'friends' })),
      ),
      'a vote through apply_crud': await time(db, session, (index) => voteOf(author, others.rows[index]?.id ?? '')),
      'a message through apply_crud': await time(db, session, () =>
        action({
          op: 'PUT',
          table: 'private_messages',
          id: randomUUID(),
          data: { sender_id: author, recipient_id: friends[0]?.id, content: 'Gate is open.' },
        }),
      ),
    };
  } finally {
    await scratch.stop();
  }
}

const voteOf = (author: string, post: string): ReturnType<typeof action> =>
  action({
    op: 'PUT',
    table: 'post_votes',
    id: v5(`${post}:${author}`, PAIR_NAMESPACES.post_vote),
    data: { user_id: author, post_id: post, value: 1 },
  });

/** Runs one action several times; returns its median time and the rows written in all tables, per action. */
async function time(
  db: pg.Client,
  session: Session,
  make: (index: number) => ReturnType<typeof action>,
): Promise<Measures[string]> {
  const took: number[] = [];
  for (let index = 0; index < 5; index += 1) await apply(session, make(ROUNDS + index));
  const before = await written(db);
  for (let index = 0; index < ROUNDS; index += 1) {
    const one = make(index);
    const startedAt = performance.now();
    await apply(session, one);
    took.push(performance.now() - startedAt);
  }
  const rows = ((await written(db)) - before) / ROUNDS;
  return { ms: took.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN, rows };
}

async function apply(session: Session, one: ReturnType<typeof action>): Promise<void> {
  const [result] = await session.applyCrud(one);
  if (result?.status !== 'applied') throw new Error(`apply_crud rejected: ${JSON.stringify(result)}`);
}

/** Postgres counts a session's writes shortly after its transaction, at the latest when the session asks for it. */
async function written(db: pg.Client): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  await db.query('select pg_stat_clear_snapshot()');
  const { rows } = await db.query<{ n: string }>(
    "select sum(n_tup_ins + n_tup_upd + n_tup_del) as n from pg_stat_user_tables where schemaname in ('public', 'private')",
  );
  return Number(rows[0]?.n);
}
