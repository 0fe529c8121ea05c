import { describe, expect, test } from 'vitest';
import type { Session } from '../support/as-member.ts';
import { insert, post, refusedInsert, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger } = world;

const refresh = () => world.admin.query('select private.refresh_boards(true)');
const countOf = async (tag: string, session: Session = world.guest) => {
  await refresh();
  return (await session.rows<{ count: number }>('select count from hashtags_view where tag = $1', [tag]))[0]?.count;
};
const tagsOf = (id: string) =>
  world.one<string[]>(`select coalesce(array_agg(tag order by tag), '{}') from hashtags where post_id = $1`, [id]);

describe('hashtags are found by the server', () => {
  test('lower case, each once, not inside words or addresses', async () => {
    const id = await post(author, {
      title: '#Zero-Day and #zero-day',
      description: 'a#b https://e.com/#x www.e.com/#y ##double &#39; (#wet_day) # #é #2026.',
    });
    expect(await tagsOf(id)).toEqual(['2026', 'wet_day', 'zero-day', 'é']);
  });
  test('they follow an edit, and a comment has its own', async () => {
    const id = await post(author, { title: '#first' });
    const said = await insert(friend, 'comments', { post_id: id, text: 'More #Second' });
    expect(await tagsOf(id)).toEqual(['first', 'second']);
    await author.run("update posts set title = '#third' where id = $1", [id]);
    await friend.run("update comments set text = 'nothing' where id = $1", [said]);
    expect(await tagsOf(id)).toEqual(['third']);
    expect(await countOf('first')).toBeUndefined();
    expect(await countOf('third')).toBe(1);
  });
});

test('the list of a tag has the comments of a post with it, which follow edits, names and deletions', async () => {
  const id = await post(author, { title: 'Wind at bay 4' });
  const listed = () =>
    world.one<Record<string, unknown>[] | null>(
      `select jsonb_agg(c || jsonb_build_object('author', c -> 'author' ->> 'username') - 'created_at' order by n)
       from listed_posts, jsonb_array_elements(comments -> 'list') with ordinality as e (c, n) where list = '#flags' and post_id = $1`,
      [id],
    );
  const long = `${'Far away. '.repeat(60)}Watch the #flags ${'and the trees '.repeat(60)}`;
  const first = await insert(friend, 'comments', { post_id: id, text: long });
  const second = await insert(stranger, 'comments', { post_id: id, text: '#flags again' });
  const [{ text, ...rest } = {}, next] = (await listed()) ?? [];
  expect(next).toMatchObject({ id: second, text: '#flags again' });
  expect(rest).toMatchObject({ id: first, user_id: friend.id });
  expect(text).toMatch(/^….{80}#flags.{200,230}…$/);
  await friend.run("update comments set text = 'Shorter #flags' where id = $1", [first]);
  await world.admin.query("update profiles set username = 'Flag.Friend' where id = $1", [friend.id]);
  expect(await listed()).toMatchObject([{ text: 'Shorter #flags', author: 'Flag.Friend' }, { id: second }]);
  await friend.run('delete from comments where id = $1', [first]);
  expect(await listed()).toMatchObject([{ id: second, text: '#flags again' }]);
  await world.admin.query(
    `insert into comments (post_id, user_id, text) select $1, $2, '#flags ' || n from generate_series(1, 21) n`,
    [id, friend.id],
  );
  expect(await listed()).toHaveLength(20);
  expect(await world.one("select comments ->> 'more' from listed_posts where list = '#flags'")).toBe('2');
  await world.admin.query('delete from comments where post_id = $1 and user_id = $2', [id, friend.id]);
  await stranger.run("update comments set text = 'none' where id = $1", [second]);
  expect(await world.one("select count(*)::int from listed_posts where list = '#flags'")).toBe(0);
});

describe('A56: stuffing and foreign tags', () => {
  test('members cannot write tags; a post counts once per tag; at most 30 tags per text', async () => {
    const id = await post(author, { title: '#stuffed #STUFFED', description: '#stuffed' });
    for (let n = 0; n < 5; n++) await insert(stranger, 'comments', { post_id: id, text: `#stuffed ${n}` });
    expect(await countOf('stuffed')).toBe(1);
    for (const session of [author, stranger, world.guest]) {
      expect(await refusedInsert(session, 'hashtags', { tag: 'mine', post_id: id })).toMatchObject({ code: '42501' });
      expect(await session.refusal('delete from hashtags')).toMatchObject({ code: '42501' });
      expect(await session.refusal('update tag_counts set post_count = 99')).toMatchObject({ code: '42501' });
    }
    const many = await post(author, {
      title: 'x',
      description: Array.from({ length: 50 }, (_, n) => `#t${n}`).join(' '),
    });
    expect((await tagsOf(many)).length).toBe(30);
  });
});

describe('A10, A11: friends-only posts are in no count, list or trend', () => {
  test('control and attack', async () => {
    const open = await post(author, { title: '#harvest' });
    const closed = await post(author, { title: '#harvest #secretpicnic', visibility: 'friends' });
    await insert(friend, 'comments', { post_id: closed, text: '#secretpicnic' });
    expect(await countOf('harvest')).toBe(1);
    for (const session of [world.guest, stranger, friend, author]) {
      expect(await countOf('secretpicnic', session)).toBeUndefined();
      if (session !== world.guest)
        expect((await session.rows('select post_id from listed_posts where post_id = $1', [closed])).length).toBe(0);
      expect((await session.rows('select id from post_trending_view where id = $1', [closed])).length).toBe(0);
      expect((await session.rows('select id from post_trending_view where id = $1', [open])).length).toBe(1);
    }
    expect(await stranger.rows('select tag from hashtags where post_id = $1', [closed])).toEqual([]);
    expect(await friend.rows('select distinct tag from hashtags where post_id = $1', [closed])).toHaveLength(2);
    const numbers = async () =>
      (
        await stranger.rows<{ n: number }>('select sum(comment_count)::int n from profile_stats where id = $1', [
          friend.id,
        ])
      )[0]?.n;
    const before = await numbers();
    await insert(friend, 'comments', { post_id: closed, text: 'still secret' });
    expect(await numbers()).toBe(before);
    await insert(friend, 'comments', { post_id: open, text: 'open' });
    expect(await numbers()).toBe((before ?? 0) + 1);
  });
  test('a post that is hidden leaves its lists at once', async () => {
    const id = await post(author, { title: '#fleeting' });
    expect(await countOf('fleeting')).toBe(1);
    await world.admin.query("update posts set status = 'removed' where id = $1", [id]);
    expect(await world.one('select count(*)::int from listed_posts where post_id = $1', [id])).toBe(0);
    expect(await countOf('fleeting')).toBeUndefined();
    await world.admin.query("update posts set status = 'live' where id = $1", [id]);
    expect(await countOf('fleeting')).toBe(1);
    await author.run('delete from posts where id = $1', [id]);
    expect(await countOf('fleeting')).toBeUndefined();
  });
});

describe('boards', () => {
  test('ten top users by posts and comments (five are shown), five tags, all members', async () => {
    const busy = await world.newSession({ username: 'busy' });
    const id = await post(busy);
    for (let n = 0; n < 40; n++) await insert(busy, 'comments', { post_id: id, text: `${n}` });
    for (let tag = 0; tag < 7; tag++) {
      for (let n = 0; n < 10 + tag; n++) await post(author, { title: `#board${tag}` });
    }
    await refresh();
    const rows = await world.guest.rows<{ kind: string; rank: number; username: string; tag: string; score: number }>(
      "select kind, rank, author ->> 'username' as username, tag, score from leaderboards order by kind, rank",
    );
    const tags = rows.filter((row) => row.kind === 'trending_hashtag');
    expect(tags.map((row) => row.tag)).toEqual(['board6', 'board5', 'board4', 'board3', 'board2']);
    expect(tags.map((row) => row.score)).toEqual([16, 15, 14, 13, 12]);
    const users = rows.filter((row) => row.kind === 'top_user');
    expect(users.length).toBeLessThanOrEqual(10);
    expect(users.slice(0, 2).map((row) => row.username)).toEqual(['Ann.Author', 'busy']);
    expect(users[1]?.score).toBe(41);
    const members = await world.one<string>("select value from app_counts where id = 'members'");
    expect(Number(members)).toBe(await world.one('select count(*)::int from profiles'));
    await busy.run("update profiles set username = 'busier' where id = $1", [busy.id]);
    await refresh();
    expect(
      await world.guest.rows(
        "select author ->> 'username' as username from leaderboards where kind = 'top_user' and rank = 2",
      ),
    ).toEqual([{ username: 'busier' }]);
  });
  test('writers do not wait for the job that sums the counts, and no count is lost', async () => {
    const summing = await world.scratch.connect();
    await summing.query('begin');
    await world.admin.query("update private.board_clock set refreshed_at = '2000-01-01'");
    await summing.query('select pg_advisory_xact_lock(7463620260001)');
    try {
      const quick = await world.scratch.connect();
      await quick.query("set lock_timeout = '1s'");
      await quick.query("insert into posts (user_id, title) values ($1, '#patient')", [stranger.id]);
      await quick.query("insert into posts (user_id, title) values ($1, '#patient')", [friend.id]);
    } finally {
      await summing.query('rollback');
    }
    expect(await countOf('patient')).toBe(2);
    expect(await world.one('select count(*)::int from private.count_changes')).toBe(0);
  });
  test('at most every five seconds on write', async () => {
    await refresh();
    expect(await world.one('select private.refresh_boards()')).toBe(false);
    await world.admin.query("update private.board_clock set refreshed_at = now() - interval '6 seconds'");
    await post(author, { title: '#tick' });
    expect(await world.one("select refreshed_at > now() - interval '5 seconds' from private.board_clock")).toBe(true);
  });
});

describe('trending', () => {
  const scores = async (...ids: string[]) => {
    const rows = await world.guest.rows<{ id: string; score: number }>('select id, score from post_trending_view');
    return ids.map((id) => rows.find((row) => row.id === id)?.score ?? Number.NaN);
  };
  test('votes and distinct commenters raise it, age does not need to lower it, talking to oneself does nothing', async () => {
    const [quiet, loved, chatty] = [await post(author), await post(author), await post(author)];
    for (const session of [friend, stranger, world.staff]) {
      await insert(session, 'post_votes', { post_id: loved, value: 1 });
    }
    for (let n = 0; n < 5; n++) await insert(author, 'comments', { post_id: chatty, text: 'me again' });
    const [a = 0, b = 0, c = 0] = await scores(quiet, loved, chatty);
    expect(b - a).toBeGreaterThan(0.4);
    expect(Math.abs(c - a)).toBeLessThan(0.01);
    await insert(friend, 'comments', { post_id: chatty, text: 'one' });
    await insert(stranger, 'comments', { post_id: chatty, text: 'two' });
    expect((await scores(chatty))[0]).toBeGreaterThan(b);
    const old = await world.one<string>(
      "insert into posts (user_id, title, created_at) values ($1, 'Old', now() - interval '12.5 hours') returning id",
      [author.id],
    );
    expect(Math.abs(((await scores(old))[0] ?? 0) - (a - 1))).toBeLessThan(0.01);
  });
  test('the list holds the 50 highest, and a post comes in by votes', async () => {
    await world.admin.query(
      "insert into posts (user_id, title) select $1, 'Filler ' || n from generate_series(1, 60) n",
      [stranger.id],
    );
    const old = await world.one<string>(
      "insert into posts (user_id, title, created_at) values ($1, 'Classic', now() - interval '5 hours') returning id",
      [author.id],
    );
    await refresh();
    const listed = () =>
      world.one<number>("select count(*)::int from listed_posts where list = 'trending' and post_id = $1", [old]);
    expect(await world.one("select count(*)::int from listed_posts where list = 'trending'")).toBe(50);
    expect(await listed()).toBe(0);
    for (const session of [friend, stranger, world.staff])
      await insert(session, 'post_votes', { post_id: old, value: 1 });
    await refresh();
    expect(await listed()).toBe(1);
    expect(await world.one("select count(*)::int from listed_stats where list = 'trending'")).toBe(50);
  });
});

test('a list’s copies follow the post, its numbers and its author', async () => {
  const id = await post(author, { title: 'Before #copied' });
  await author.run("update posts set title = 'After #copied' where id = $1", [id]);
  await insert(friend, 'post_votes', { post_id: id, value: 1 });
  await insert(friend, 'comments', { post_id: id, text: 'x' });
  await author.run("update profiles set profile_image_url = '/new.svg' where id = $1", [author.id]);
  expect(
    (
      await world.admin.query(
        `select l.title, l.author ->> 'profile_image_url' as profile_image_url, s.score, s.comment_count from listed_posts l join listed_stats s using (list, post_id)
         where list = '#copied'`,
      )
    ).rows,
  ).toEqual([{ title: 'After #copied', profile_image_url: '/new.svg', score: 1, comment_count: 1 }]);
});

test('a long list keeps its two newest pages at hand', async () => {
  for (let n = 0; n < 4; n++) {
    await world.admin.query("insert into posts (user_id, title) select $1, '#long' from generate_series(1, 50)", [
      stranger.id,
    ]);
    await refresh();
  }
  const rows = await world.admin.query(
    "select page, is_recent, count(*)::int from listed_posts where list = '#long' group by 1, 2 order by 1",
  );
  expect(rows.rows.map((row) => row.page)).toEqual([0, 1, 2, 3]);
  expect(rows.rows.filter((row) => row.is_recent).map((row) => row.page)).toEqual([3]);
  expect(await countOf('long')).toBe(200);
});

test('the list of a tag shows a comment that writes it in another way', async () => {
  const id = await post(author, { title: '#Präzision' });
  const far = 'Far away. '.repeat(60);
  await insert(friend, 'comments', { post_id: id, text: `${far}＃PRA\u0308ZISION ${far}` });
  expect(
    await world.one(
      "select comments -> 'list' -> 0 ->> 'text' from listed_posts where list = '#präzision' and post_id = $1",
      [id],
    ),
  ).toMatch(/^….{70,90}＃PRA\u0308ZISION/);
});

test('60: deletions put no page of a list out of the reach of devices, and new posts come to the newest page', async () => {
  const add = async (count: number) => {
    await world.admin.query(
      "insert into posts (user_id, title, visibility) select $1, '#many ' || n, 'public' from generate_series(1, $2::integer) n",
      [author.id, count],
    );
    await refresh();
  };
  /** A device has the rows that are recent, and asks for the pages below the two newest. */
  const outOfReach = () =>
    world.one(`select count(*)::int from listed_posts l join tag_counts c on l.list = '#' || c.tag
      where c.tag = 'many' and not l.is_recent and l.page > c.newest_page - 2`);
  for (let page = 0; page < 5; page += 1) await add(50);
  await world.admin.query(
    "delete from posts where id in (select post_id from listed_posts where list = '#many' and page in (0, 2, 3))",
  );
  await refresh();
  expect(await countOf('many')).toBe(100);
  expect(await outOfReach()).toBe(0);
  await add(10);
  const last = await world.one(`select max(page) from listed_posts where list = '#many'`);
  expect(await world.one(`select page from listed_posts where list = '#many' order by created_at desc limit 1`)).toBe(
    last,
  );
  expect(await outOfReach()).toBe(0);
});
