import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedScale } from '../../local/seed/scale/scale.ts';
import { personId, seed } from '../../local/seed/seed.ts';
import { readReplica, type Replica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

/**
 * The seed and the evaluation of every row take half a minute of a core. Of the same budgets, without many posts around
 * them, see social-streams; of the limit of each kind of rows, the test of its table.
 */
const isAll = process.env['TEST_ALL'] === '1';

// Buckets and rows of a member with a thousand friends, and in a database with many posts, from PowerSync's own
// evaluator.
describe.runIf(isAll)('in a database with many members and posts', () => {
  let scratch: ScratchDatabase;
  const member = personId('sam_weller');
  let plain: Replica;
  let everything: Replica;

  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await seed({ databaseUrl: scratch.url, log: () => undefined }, 'week');
    await seedScale({ databaseUrl: scratch.url, members: 1_100, posts: 1_500, progress: () => undefined });
    const db = await scratch.connect();
    await db.query(
      'select private.befriend($1, id) from profiles where id <> $1 and not is_official order by id limit 1020',
      [member],
    );
    const { rows } = await db.query<{ id: string; friend: string }>(
      `select (select id from posts where audience = 'public' order by created_at limit 1) as id,
         (select user_id from threads_index where owner_id = $1 order by message_count desc limit 1) as friend`,
      [member],
    );
    const [found] = rows;
    const seen = (await db.query<{ user_id: string }>('select id as user_id from profiles order by id limit 10')).rows;
    plain = await readReplica(scratch.url, { userId: member });
    // A device with one stream of each kind open.
    everything = await readReplica(scratch.url, {
      userId: member,
      streams: {
        feed_page: [{ page: 0 }, { page: 1 }],
        post_public: [{ post_id: found?.id }],
        thread_history: [{ user_id: found?.friend, page: 0 }],
        // Kept for a day: the posts of the last ten profiles.
        ...Object.fromEntries(['profile', 'profile_posts', 'profile_friend_posts'].map((name) => [name, seen])),
      },
    });
  }, 300_000);
  afterAll(() => scratch.stop());

  test('a member with 1,000 friends takes less than 300 buckets and looks up less than 1,000 parameter rows', () => {
    const friends = [...(plain.tables.get('friends')?.values() ?? [])].filter(
      (row) => row.status === 'accepted' && row.user_id === member,
    );
    expect(friends.length).toBeGreaterThanOrEqual(1_000);
    for (const replica of [plain, everything]) {
      expect(replica.buckets.length).toBeLessThan(300);
      expect(replica.parameterRows).toBeLessThan(1_000);
    }
    expect(everything.buckets.length).toBeGreaterThan(plain.buckets.length);
  });

  test('rows of each kind are bounded, and every friend is among them', () => {
    const held = (table: string): number => plain.tables.get(table)?.size ?? 0;
    expect(held('notifications')).toBeLessThanOrEqual(200);
    expect(held('private_messages')).toBeLessThanOrEqual(500);
    expect(held('post_votes')).toBeLessThanOrEqual(500);
    expect(held('people')).toBeGreaterThan(1_000);
    // Three feed pages, pinned, 50 trending, 100 own posts and at most 100 of each of 200 friends, of which few exist
    // here.
    expect(held('posts')).toBeLessThan(300 + 50 + 100 + 20 + 400);
  });

  test('a guest takes less than 20 buckets, at any number of posts', async () => {
    const guest = await readReplica(scratch.url, { userId: 'guest' });
    expect(guest.buckets.length).toBeLessThan(20);
    expect(guest.parameterRows).toBeLessThan(20);
  });
});
