import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '../../local/seed/accounts.ts';
import { personId, seed } from '../../local/seed/seed.ts';
import type { Examples } from '../../local/seed/world.ts';
import { differences } from '../support/recomputed.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

describe.each(['week', 'year'] satisfies Examples[])('the examples of a %s', (examples) => {
  let scratch: ScratchDatabase;
  let admin: pg.Client;
  const said: string[] = [];
  const rows = async (sql: string, values: unknown[] = []) =>
    (await admin.query<Record<string, unknown>>(sql, values)).rows;
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await rows(`select count(*) as n from ${sql}`, values))[0]?.['n']);

  beforeAll(async () => {
    scratch = await startScratchDatabase();
    admin = await scratch.connect();
    await seed({ databaseUrl: scratch.url, log: (line) => void said.push(line) }, examples);
  });
  afterAll(() => scratch.stop());

  test('every figure on screen is the number of rows that exist', async () => {
    // Before anything is applied or refreshed: the first screen shows them as they are.
    expect(await rows('select value::integer from app_counts where id = $1', ['members'])).toEqual([
      { value: await count('profiles') },
    ]);
    expect(await rows("select 1 from leaderboards where kind = 'top_user'")).toHaveLength(10);
    expect(await rows("select 1 from leaderboards where kind = 'trending_hashtag'")).toHaveLength(5);
    expect(await differences(admin)).toEqual({});
    expect(
      await rows(`select p.username, s.post_count from profiles p join profile_stats s on s.id = p.id
        where s.post_count > (select count(*) from posts o where o.user_id = p.id and o.status = 'live')`),
    ).toEqual([]);
    expect(
      await rows(`(select d.ad_id, d.day, d.impressions, d.clicks from private.ad_days d) except
        (select ad_id, (counted_hour at time zone 'utc')::date, count(*) filter (where event_type = 'impression'), count(*) filter (where event_type = 'click')
         from ad_events group by 1, 2)`),
    ).toEqual([]);
    expect(said).toEqual([`Seeded ${await count('profiles')} members and ${await count('posts')} posts.`]);
  });

  test('everything is dated from the moment of the seed, the newest post by minutes', async () => {
    for (const table of [
      'posts',
      'comments',
      'post_votes',
      'comment_likes',
      'poll_votes',
      'notifications',
      'private_messages',
      'friends',
      'ad_events',
    ])
      expect(await count(`${table} where created_at > now()`), table).toBe(0);
    expect(await count(`posts where created_at > now() - interval '1 hour'`)).toBeGreaterThan(0);
    expect(await count('post_votes v join posts p on p.id = v.post_id where v.created_at < p.created_at')).toBe(0);
    expect(await count('comments c join posts p on p.id = c.post_id where c.created_at < p.created_at')).toBe(0);
    expect(await count('comments c join comments p on p.id = c.parent_id where c.created_at < p.created_at')).toBe(0);
    // Nobody reacts before they joined, nor to what they may not read.
    expect(await count('posts p join profiles a on a.id = p.user_id where p.created_at < a.joined_at')).toBe(0);
    expect(
      await count('post_votes v join posts p on p.id = v.post_id where not private.may_read_post(p, v.user_id)'),
    ).toBe(0);
    // A demo account begins its hour with all of its rights.
    expect(await count('private.rate_usage')).toBe(0);
  });

  test('a mentioned member exists, and a file of a post is one that is delivered', async () => {
    const { existsSync } = await import('node:fs');
    const files =
      await rows(`select url from post_images union select gif_url from posts where gif_url is not null union
      select video_url from posts where video_url is not null union select image_url from ads union
      select profile_image_url from profiles where profile_image_url is not null union select banner_url from profiles where banner_url is not null`);
    for (const { url } of files)
      expect(existsSync(new URL(`../../public${String(url)}`, import.meta.url)), String(url)).toBe(true);
    expect(await count('post_images where width is null or alt is null or preview is null')).toBe(0);
    expect(
      await rows(`select name from (select private.mentions_of(concat_ws(' ', title, description)) as name from posts
        union select private.mentions_of(text) from comments) m where private.member_named(name) is null`),
    ).toEqual([]);
  });

  test('a second seed changes nothing', async () => {
    const before = await count('posts');
    await seed({ databaseUrl: scratch.url, log: () => undefined }, examples);
    expect(await count('posts')).toBe(before);
  });

  if (examples === 'week') return;
  test('each log-in opens to something', async () => {
    for (const { username } of DEMO_ACCOUNTS) {
      const me = [personId(username)];
      expect(await count('threads_index where owner_id = $1 and unread > 0', me), username).toBeGreaterThan(0);
      expect(await count('notifications where user_id = $1 and not is_read', me), username).toBeGreaterThan(1);
      expect(await count(`friends where friend_id = $1 and status = 'pending'`, me), username).toBeGreaterThan(0);
      expect(await count(`posts where user_id = $1 and status = 'live'`, me), username).toBeGreaterThan(9);
    }
    expect(await count('reports where is_open')).toBeGreaterThan(2);
    expect(await count('reports where not is_open and note is not null')).toBeGreaterThan(0);
    expect(await count('profiles where is_banned')).toBe(1);
    expect(await count('profiles where is_muted')).toBe(1);
    expect(await count('posts where comments_locked')).toBe(1);
    expect(await count('private.removed_posts')).toBe(1);
    expect(await count('member_flags where flagged_posts >= 3')).toBe(1);
    expect(await count('ads where is_live')).toBeGreaterThan(1);
    expect(await count('ads where not is_live')).toBe(2);
    expect(await count('(select distinct day from private.ad_days) days')).toBeGreaterThan(9);
    expect(new Set((await rows('select rank from profiles')).map((row) => row['rank'])).size).toBeGreaterThan(3);
    expect(await count('posts')).toBeGreaterThan(200);
  });
});
