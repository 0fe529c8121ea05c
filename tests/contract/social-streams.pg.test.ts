import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo } from '#contract/auth.ts';
import { action, type Session } from '../support/as-member.ts';
import { readReplica, type Replica } from '../support/replica-of.ts';
import { insert, pairId, put, type SmallWorld, startSmallWorld } from '../support/social.ts';

/** Client table → the column by which REST finds rows of a post. */
const CHILDREN: Record<string, string> = {
  posts: 'id',
  post_stats: 'id',
  post_images: 'post_id',
  polls: 'post_id',
  poll_stats: 'post_id',
  comments: 'post_id',
  comment_stats: 'post_id',
};
const KINDS = ['open', 'closed', 'narrow', 'nobody', 'waiting', 'removed'] as const;

let world: SmallWorld;
let people: Record<string, Session>;
const posts: Record<string, string> = {};

/** A post with rows of every kind that can belong to one. */
async function write(name: string, fields: Record<string, unknown>): Promise<void> {
  const { author, friend } = world;
  const id = crypto.randomUUID();
  const [poll, comment] = [crypto.randomUUID(), crypto.randomUUID()];
  const [result] = await author.applyCrud(
    action(
      put('polls', { question: 'When?', options: '["One","Two"]', created_by: author.id }, poll),
      put('posts', { user_id: author.id, title: `${name} #streams`, poll_id: poll, ...fields }, id),
      put('post_images', { post_id: id, user_id: author.id, url: 'https://media.example/a.webp', position: 0 }),
      put('comments', { post_id: id, user_id: author.id, text: 'First' }, comment),
      // Likes of a comment that has none are not synced.
      put('comment_likes', { comment_id: comment, user_id: author.id }, pairId('comment_like', comment, author.id)),
      put('poll_votes', { poll_id: poll, user_id: author.id, option_index: 0 }, pairId('poll_vote', poll, author.id)),
    ),
  );
  expect(result, name).toMatchObject({ status: 'applied' });
  if (name === 'open' || name === 'closed' || name === 'narrow') {
    const commentId = await insert(friend, 'comments', { post_id: id, text: 'Second' });
    await insert(friend, 'comment_likes', { comment_id: commentId });
    await insert(friend, 'post_votes', { post_id: id, value: 1 });
  }
  posts[name] = id;
}

beforeAll(async () => {
  world = await startSmallWorld();
  const { author, friend, stranger, staff, guest } = world;
  const [otherFriend, ex, banned] = [await world.newSession(), await world.newSession(), await world.newSession()];
  for (const one of [otherFriend, ex, banned]) {
    await world.admin.query('select private.befriend($1, $2)', [author.id, one.id]);
  }
  const chosen = JSON.stringify([friend.id, stranger.id, ex.id, banned.id]);
  await write('open', {});
  await write('closed', { visibility: 'friends' });
  await write('narrow', { visibility: 'friends', shared_with: chosen });
  await write('nobody', { visibility: 'friends', shared_with: JSON.stringify([author.id]) });
  await write('waiting', { visibility: 'friends' });
  await write('removed', {});
  await world.admin.query("update posts set status = 'pending_media' where id = $1", [posts.waiting]);
  await world.admin.query("update posts set status = 'removed' where id = $1", [posts.removed]);
  await world.admin.query('delete from friends where $1 in (user_id, friend_id)', [ex.id]);
  await world.admin.query('update profiles set is_banned = true where id = $1', [banned.id]);
  // Everyone has saved every post, also those that they may not read.
  await world.admin.query(
    'insert into saved_posts (post_id, user_id) select p.id, m.id from posts p, profiles m where p.user_id = $1 on conflict do nothing',
    [author.id],
  );
  await world.admin.query('select private.refresh_boards(true)');
  people = { guest, stranger, ex, banned, otherFriend, friend, author, staff };
});
afterAll(() => world.scratch.stop());

/** Opens every stream for every post with the author's id and with other ids, as a hostile client would. */
const everyStream = () => {
  const each = (parameters: Record<string, unknown>) => KINDS.map((name) => ({ post_id: posts[name], ...parameters }));
  const authors = [world.author.id, world.friend.id, world.stranger.id].map((user_id) => ({ user_id }));
  return {
    post_public: each({}),
    post_private: [...each({ author_id: world.author.id }), ...each({ author_id: world.friend.id })],
    post_chosen: each({ user_id: world.friend.id }),
    post_own: each({ user_id: world.author.id }),
    post_marks: each({ user_id: world.friend.id }),
    saved_post: each({ user_id: world.friend.id }),
    feed_page: [{ page: 0 }, { page: 1 }, { page: null }, { page: -1 }],
    profile_posts: authors,
    profile_friend_posts: authors,
    profile_posts_page: authors.flatMap((author) => [0, 1].map((page) => ({ ...author, page }))),
    profile_friend_posts_page: authors.flatMap((author) => [0, 1].map((page) => ({ ...author, page }))),
    own_posts_page: [{ page: 0 }, { page: 1 }],
    tag_posts: [{ list: '#streams' }, { list: 'trending' }],
    tag_page: [{ list: '#streams', page: 0 }],
    friends_feed: [{ user_id: world.author.id }],
    shared_with_me: [{ user_id: world.friend.id }],
    staff_moderation: [{ uid: world.staff.id }],
  };
};
const replicaOf = (session: Session, open = true): Promise<Replica> =>
  readReplica(world.scratch.url, { userId: session.id ?? 'guest', streams: open ? everyStream() : {} });
const held = (replica: Replica, table: string, column: string): string[] =>
  KINDS.filter((name) => [...(replica.tables.get(table)?.values() ?? [])].some((row) => row[column] === posts[name]));

describe('A10, A11, A13: REST and sync return a post and its rows to exactly the members who may read it', () => {
  const expected: Record<string, string[]> = {
    guest: ['open'],
    stranger: ['open'],
    ex: ['open'],
    banned: ['open'],
    otherFriend: ['open', 'closed'],
    friend: ['open', 'closed', 'narrow'],
    author: [...KINDS],
  };
  test.each(Object.keys(expected))('%s', async (name) => {
    const session = people[name];
    if (session === undefined) throw new Error(name);
    const replica = await replicaOf(session);
    for (const [table, column] of Object.entries(CHILDREN)) {
      expect(held(replica, table, column), `${table} by sync`).toEqual(expected[name]);
      const rows = await session.rows<{ at: string }>(`select ${column} as at from ${table}`);
      const readable = new Set(rows.map((row) => row.at));
      expect(
        KINDS.filter((kind) => readable.has(posts[kind] ?? '')),
        `${table} by REST`,
      ).toEqual(expected[name]);
    }
    const authors = [...(replica.tables.get('comments')?.values() ?? [])].map((row) => String(row.user_id));
    const known = new Set(replica.ids('people'));
    expect(authors.filter((id) => !known.has(id))).toEqual([]);
  });
  test('the chosen friends of a post do not learn who else was chosen, by any stream, table or call; its author does', async () => {
    const [one, two] = [await world.newSession(), await world.newSession()];
    const ids = [one.id, two.id];
    for (const id of ids) await world.admin.query('select private.befriend($1, $2)', [world.author.id, id]);
    const [shared] = await world.author.rows<{ id: string }>(
      "insert into posts (title, visibility, shared_with) values ('For two', 'friends', $1) returning id",
      [[...ids, one.id]],
    );
    const id = shared?.id ?? '';
    const streams = { post_chosen: [{ post_id: id }], post_own: [{ post_id: id }], saved_post: [{ post_id: id }] };
    const synced = async (session: Session) => {
      const { tables } = await readReplica(world.scratch.url, { userId: session.id ?? '', streams });
      // Names and counts of the members' own profiles are public.
      return JSON.stringify([...tables].filter(([name]) => name !== 'people').map(([, rows]) => [...rows.values()]));
    };
    // Everything that the API returns to the caller.
    const tables = await world.admin.query<{ name: string }>(
      "select table_name as name from information_schema.table_privileges where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'SELECT'",
    );
    const read = async (session: Session) => {
      const found = [];
      for (const { name } of tables.rows) {
        if (/^(profiles_public|profile_stats|leaderboards|directory_pages)$/.test(name)) continue;
        found.push(await session.rows(`select * from public.${name}`));
      }
      found.push(await session.rows('select post_id, user_id from post_recipients'));
      found.push(await session.rows('select export_my_data()'));
      return JSON.stringify(found);
    };
    for (const [reader, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const all = (await synced(reader)) + (await read(reader));
      expect(all).toContain(id);
      expect(all).not.toContain(other.id);
    }
    const [author] = await world.author.rows('select readers from post_readers where id = $1', [id]);
    expect(author).toEqual({ readers: ids });
    for (const chosen of ids) {
      expect(await synced(world.author)).toContain(chosen);
      expect(await read(world.author)).toContain(chosen);
    }
    for (const session of [one, world.staff, world.stranger, world.guest])
      expect(await session.rows('select 1 from post_readers').catch(() => [])).toEqual([]);
    // The list loses a member whose account was deleted.
    await world.admin.query('delete from auth.users where id = $1', [two.id]);
    expect(await world.author.rows('select readers from post_readers where id = $1', [id])).toEqual([
      { readers: [one.id] },
    ]);
    await world.author.run('delete from posts where id = $1', [id]);
    expect(await world.author.rows('select 1 from post_readers where id = $1', [id])).toEqual([]);
  });
  test('staff read everything over REST, and sync what members sync plus flagged posts', async () => {
    const staff = world.staff;
    expect(await staff.rows('select id from posts')).toHaveLength(KINDS.length);
    expect(held(await replicaOf(staff), 'posts', 'id')).toEqual(['open']);
    await staff.run('update posts set flagged = true where id = $1', [posts.closed]);
    const replica = await replicaOf(staff);
    expect(held(replica, 'posts', 'id')).toEqual(['open', 'closed']);
    for (const table of ['post_stats', 'post_images', 'polls', 'poll_stats'])
      expect(held(replica, table, CHILDREN[table] ?? ''), table).toEqual(['open', 'closed']);
    expect(replica.tables.get('post_stats')?.get(posts.closed ?? '')).toMatchObject({ score: 1, comment_count: 2 });
    expect(replica.ids('people')).toEqual(expect.arrayContaining([world.author.id, world.friend.id]));
    // Another member, on a post that is flagged already.
    await insert(people.otherFriend as Session, 'comments', { post_id: posts.closed, text: 'Third' });
    expect((await replicaOf(staff)).ids('people')).toContain(people.otherFriend?.id);
    expect(held(await replicaOf(world.stranger), 'post_stats', 'id')).not.toContain('closed');
    expect((await replicaOf(staff)).ids('member_flags')).toEqual([world.author.id]);
    expect((await replicaOf(world.stranger)).ids('member_flags')).toEqual([]);
    await world.admin.query("update profiles set role = 'user' where id = $1", [staff.id]);
    expect((await replicaOf(staff)).ids('member_flags')).toEqual([]);
    await world.admin.query("update profiles set role = 'admin' where id = $1", [staff.id]);
    await staff.run('update posts set flagged = false where id = $1', [posts.closed]);
    const after = await replicaOf(staff);
    for (const table of ['posts', 'post_stats', 'post_images', 'polls', 'poll_stats'])
      expect(held(after, table, CHILDREN[table] ?? ''), table).toEqual(['open']);
  });
  test('votes, likes and poll votes are synced only to their voter', async () => {
    const marks = async (session: Session) => {
      const replica = await replicaOf(session);
      return ['post_votes', 'comment_likes', 'poll_votes'].flatMap((table) =>
        [...(replica.tables.get(table)?.values() ?? [])].map((row) => row.user_id),
      );
    };
    expect(new Set(await marks(world.friend))).toEqual(new Set([world.friend.id]));
    expect(new Set(await marks(world.author))).toEqual(new Set([world.author.id]));
    expect([...(await marks(world.stranger)), ...(await marks(world.guest))]).toEqual([]);
  });
  test('automatic streams contain the feed with its comments, friends’ posts and shared posts', async () => {
    for (const [name, kinds] of Object.entries(expected)) {
      const replica = await replicaOf(people[name] ?? world.guest, false);
      for (const [table, column] of Object.entries(CHILDREN))
        expect(held(replica, table, column), `${name} ${table}`).toEqual(kinds);
    }
  });
  test('tag pages and trends contain only public posts', async () => {
    const replica = await readReplica(world.scratch.url, {
      userId: world.friend.id ?? '',
      streams: { tag_posts: [{ list: '#streams' }] },
    });
    const listed = [...(replica.tables.get('listed_posts')?.values() ?? [])];
    expect(listed.map((row) => row.post_id)).toEqual([posts.open, posts.open]);
    expect(replica.tables.get('tag_comments')?.size).toBe(1);
    expect(replica.tables.get('tags')?.get('streams')).toMatchObject({ post_count: 1 });
  });
});

describe('A15: rows that a member may no longer read are removed at the next sync', () => {
  test('after unfriending and becoming friends again', async () => {
    const { author, friend } = world;
    await world.admin.query('delete from friends where $1 in (user_id, friend_id) and $2 in (user_id, friend_id)', [
      author.id,
      friend.id,
    ]);
    expect(held(await replicaOf(friend), 'posts', 'id')).toEqual(['open']);
    expect(held(await replicaOf(friend), 'comments', 'post_id')).toEqual(['open']);
    await world.admin.query('select private.befriend($1, $2)', [author.id, friend.id]);
    expect(held(await replicaOf(friend), 'posts', 'id')).toEqual(['open', 'closed', 'narrow']);
  });
});

test('a page opened on demand is the same bucket with the same row ids as the automatic one', async () => {
  const plain = await readReplica(world.scratch.url, { userId: 'guest' });
  const twice = await readReplica(world.scratch.url, { userId: 'guest', streams: { feed_page: [{ page: 0 }] } });
  expect(twice.ids('comments')).toEqual(plain.ids('comments'));
});

test('a vote or a like changes only small rows', async () => {
  const versions = async () =>
    (
      await world.admin.query<{ v: string }>(
        `select string_agg(xmin::text, ',' order by id) as v from (select xmin, id from posts union all select xmin, id from comments
         union all select xmin, post_id from listed_posts) rows`,
      )
    ).rows[0]?.v;
  const before = await versions();
  await insert(people.otherFriend ?? world.stranger, 'post_votes', { post_id: posts.open, value: 1 });
  const commentId = await world.one<string>('select id from comments where post_id = $1 limit 1', [posts.open]);
  await insert(world.stranger, 'comment_likes', { comment_id: commentId });
  expect(await versions()).toBe(before);
});

test('budgets: a member with 1,000 friends and a stream of each kind open stays under 300 buckets, a guest under 20', async () => {
  const popular = await world.newSession();
  await world.admin.query(
    `with made as (insert into auth.users (id, email) select gen_random_uuid(), 'f' || n || '@members.example' from generate_series(1, 1000) n returning id)
     select create_profile_and_friend(id, $1) from made`,
    [consentsTo('test')],
  );
  await world.admin.query(
    `select private.befriend($1, id) from profiles where id <> $1 and not is_official and not is_banned`,
    [popular.id],
  );
  await world.admin.query(
    `insert into posts (user_id, title, visibility, shared_with) select id, 'x', 'friends', array[$1::uuid] from profiles where id <> $1 limit 60`,
    [popular.id],
  );
  expect(
    await world.one("select count(*)::int from friends where user_id = $1 and status = 'accepted'", [popular.id]),
  ).toBeGreaterThan(1000);
  await world.admin.query(
    'insert into saved_posts (post_id, user_id) select id, $1 from posts where private.may_read_post(posts, $1) limit 60',
    [popular.id],
  );
  const streams = Object.fromEntries(
    Object.entries(everyStream()).map(([name, [first]]) => [name, first ? [first] : []]),
  );
  const member = await readReplica(world.scratch.url, { userId: popular.id ?? '', streams });
  expect(member.buckets.length).toBeLessThan(300);
  expect(member.parameterRows).toBeLessThan(1000);
  // All friends are among the people, in one bucket.
  expect(member.ids('people').length).toBeGreaterThan(1000);
  const guest = await readReplica(world.scratch.url, { userId: 'guest' });
  expect(guest.buckets.length).toBeLessThan(20);
  expect(guest.parameterRows).toBeLessThan(20);
});
