import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personId, seed } from '../../local/seed/seed.ts';
import { newMember, Session } from '../support/as-member.ts';
import { finishWork } from '../support/slices.ts';
import { readReplica, type Replica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let author: string;
let friend: string;
let stranger: string;
const posts: Record<string, string> = {};

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await seed({ databaseUrl: scratch.url, log: () => undefined }, 'week');
  admin = await scratch.connect();
  [author, friend, stranger] = [
    await newMember(admin, { city: 'Hidden City' }),
    await newMember(admin),
    await newMember(admin),
  ];
  await admin.query('select private.befriend($1, $2)', [author, friend]);
  const write = async (name: string, fields: Record<string, unknown>) => {
    const row = { id: randomUUID(), user_id: author, title: name, ...fields };
    const names = Object.keys(row);
    await admin.query(
      `insert into posts (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row),
    );
    posts[name] = row.id;
  };
  await write('public', {});
  await write('pinned', { sticky: true });
  await write('friends', { visibility: 'friends' });
  await write('friends pinned', { visibility: 'friends', sticky: true });
  await write('narrowed', { visibility: 'friends', shared_with: [author] });
  await write('pending', { status: 'pending_media' });
  await write('removed', {});
  await admin.query("update posts set status = 'removed' where id = $1", [posts.removed]);
});
afterAll(() => scratch.stop());

const replicaOf = (userId: string, streams: Record<string, Record<string, unknown>[]> = {}): Promise<Replica> =>
  readReplica(scratch.url, { userId, streams });
const namesSeen = (replica: Replica): string[] =>
  Object.keys(posts).filter((name) => replica.ids('posts').includes(posts[name] ?? ''));

describe('rows by reader', () => {
  test('a guest and a stranger get only public live posts', async () => {
    expect(namesSeen(await replicaOf('guest'))).toEqual(['public', 'pinned']);
    expect(namesSeen(await replicaOf(stranger))).toEqual(['public', 'pinned']);
  });

  test('authors get all of their own posts', async () => {
    expect(namesSeen(await replicaOf(author))).toEqual(Object.keys(posts));
  });

  test('counts are synced with their post and only with it', async () => {
    for (const id of ['guest', stranger, author]) {
      const replica = await replicaOf(id);
      expect(replica.ids('post_stats')).toEqual(replica.ids('posts'));
    }
  });

  test('every post contains its author', async () => {
    const replica = await replicaOf('guest');
    const people = new Set(replica.ids('people'));
    const authors = [...(replica.tables.get('posts')?.values() ?? [])].map((post) => String(post.user_id));
    expect(authors.filter((id) => !people.has(id))).toEqual([]);
  });

  test('private fields are synced only to their owner', async () => {
    const own = await replicaOf(author);
    expect(own.ids('my_profile')).toEqual([author]);
    expect(own.tables.get('my_profile')?.get(author)).toMatchObject({
      city: 'Hidden City',
      role: 'user',
      privacy_settings: '{}',
      badges: '[]',
    });
    for (const id of ['guest', stranger, friend]) {
      const other = await replicaOf(id);
      expect(other.ids('my_profile')).not.toContain(author);
      const everything = JSON.stringify([...other.tables].map(([, rows]) => [...rows.values()]));
      expect(everything).not.toContain('Hidden City');
      expect(everything).not.toContain(`${author}@members.example`);
    }
  });

  test('rejections and friendships are synced only to the members concerned', async () => {
    const session = new Session(await scratch.connect(), author);
    const refused = randomUUID();
    await session.applyCrud({
      action_id: refused,
      created_at: '',
      ops: [{ op: 'PUT', table: 'posts', id: randomUUID(), data: { user_id: author } }],
    });
    expect((await replicaOf(author)).ids('write_rejections')).toEqual([refused]);
    expect((await replicaOf(stranger)).ids('write_rejections')).toEqual([]);
    expect((await replicaOf('guest')).ids('friends')).toEqual([]);
    const seen = [...((await replicaOf(stranger)).tables.get('friends')?.values() ?? [])];
    expect(seen.every((row) => row.user_id === stranger || row.friend_id === stranger)).toBe(true);
  });

  test('invented stream names and parameters return no rows', async () => {
    const plain = await replicaOf(stranger);
    const hostile = await replicaOf(stranger, {
      me: [{ user_id: author, id: author }],
      feed_head: [{ page: '0' }],
      posts: [{}],
      admin: [{}],
    });
    for (const table of plain.tables.keys()) expect(hostile.ids(table)).toEqual(plain.ids(table));
  });
});

test('REST and sync return the same posts to a guest and a stranger', async () => {
  for (const id of [null, stranger]) {
    const session = new Session(await scratch.connect(), id);
    const readable = await session.rows<{ id: string }>('select id from posts');
    expect((await replicaOf(id ?? 'guest')).ids('posts')).toEqual(readable.map((row) => row.id).toSorted());
  }
});

test('the buckets stay within budget: under 20 for a guest, under 300 for a member', async () => {
  const guest = await replicaOf('guest');
  const member = await replicaOf(personId('sam_weller'));
  expect(guest.buckets.length).toBeLessThan(20);
  expect(member.buckets.length).toBeLessThan(300);
  expect(member.parameterRows).toBeLessThan(1000);
});

describe('many posts of one author', () => {
  let writer: string;
  let reader: string;
  let other: string;
  beforeAll(async () => {
    [writer, reader, other] = [await newMember(admin), await newMember(admin), await newMember(admin)];
    await admin.query('select private.befriend($1, $2)', [writer, reader]);
    await admin.query(
      `insert into posts (user_id, title, visibility) select $1, 'Post ' || n, case when n % 4 = 0 then 'friends' else 'public' end
       from generate_series(1, 400) n`,
      [writer],
    );
    // So that the newest page has more posts than the trending list.
    await admin.query("insert into posts (user_id, title) select $1, 'Other ' || n from generate_series(1, 40) n", [
      other,
    ]);
    // The author's new rank is on more copies of the card than one statement writes.
    await finishWork(admin);
  });

  test('a device has at most three feed pages, at any number of posts', async () => {
    const replica = await replicaOf('guest');
    // A device also has the 50 trending posts, however old.
    const trending = new Set([...(replica.tables.get('listed_posts')?.values() ?? [])].map((row) => row.post_id));
    expect(trending.size).toBeLessThanOrEqual(50);
    const pages = new Set(
      [...(replica.tables.get('posts')?.values() ?? [])]
        .filter((post) => post.sticky === 0 && !trending.has(post.id))
        .map((post) => post.feed_page),
    );
    expect(pages.size).toBe(3);
    const all = await admin.query('select 1 from posts where feed_page is not null group by feed_page');
    expect(all.rowCount).toBeGreaterThan(3);
    expect(replica.ids('feed_windows')).toHaveLength(3);
    expect(replica.ids('posts').length).toBeLessThanOrEqual(300 + 10 + trending.size);
    expect(replica.buckets.length).toBeLessThan(20);
    expect(replica.parameterRows).toBeLessThan(20);
    // The author's own bucket has a limit too.
    const own = [...((await replicaOf(writer)).tables.get('posts')?.values() ?? [])].filter(
      (post) => post.user_id === writer,
    );
    const { rows } = await admin.query(
      'select count(*) filter (where author_page = 0) as hot from posts where user_id = $1',
      [writer],
    );
    expect(Number(rows[0].hot)).toBe(100);
    expect(own.length).toBeLessThanOrEqual(300);
    expect((await admin.query('select rank from profiles where id = $1', [writer])).rows[0].rank).toBe(4);
  });

  test('older posts come in pages, public and friends-only ones apart', async () => {
    // 300 posts are older than the newest 100: 225 public ones on five pages, 75 friends-only ones on two.
    const pages = [1, 2, 3, 4, 5].map((page) => ({ user_id: writer, page }));
    const postsOf = async (by: string, own = false): Promise<{ title: unknown; visibility: unknown }[]> => {
      const replica = await replicaOf(by, {
        profile_posts: [{ user_id: writer }],
        profile_friend_posts: [{ user_id: writer }],
        profile_posts_page: own ? [] : pages,
        profile_friend_posts_page: own ? [] : pages,
        own_posts_page: own ? pages.map(({ page }) => ({ page })) : [],
      });
      const counts = [...(replica.tables.get('author_pages')?.values() ?? [])].filter((row) => row.user_id === writer);
      expect(Object.fromEntries(counts.map((row) => [row.visibility, row.page_count]))).toEqual(
        by === other || by === 'guest' ? { public: 5 } : { public: 5, friends: 2 },
      );
      return [...(replica.tables.get('posts')?.values() ?? [])]
        .filter((post) => post.user_id === writer)
        .map(({ title, visibility }) => ({ title, visibility }));
    };
    for (const by of ['guest', other]) {
      const seen = await postsOf(by);
      expect(seen).toHaveLength(300);
      expect(seen.every(({ visibility }) => visibility === 'public')).toBe(true);
    }
    expect(await postsOf(reader)).toHaveLength(400);
    expect(await postsOf(writer, true)).toHaveLength(400);
    const sizes = await admin.query<{ n: number }>(
      'select count(*)::int as n from posts where user_id = $1 and author_page > 0 group by author_page, visibility',
      [writer],
    );
    expect(Math.max(...sizes.rows.map(({ n }) => n))).toBe(50);
  });
});
