import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let author: Session;
let friend: Session;
let otherFriend: Session;
let stranger: Session;
let pending: Session;
let staff: Session;
let ceo: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  const db = await scratch.connect();
  const session = async (fields = {}) => new Session(db, await newMember(admin, fields));
  author = await session();
  friend = await session();
  otherFriend = await session();
  stranger = await session();
  pending = await session();
  staff = await session({ role: 'admin' });
  ceo = await session({ role: 'ceo' });
  guest = new Session(db, null);
  await admin.query('select private.befriend($1, $2), private.befriend($1, $3)', [
    author.id,
    friend.id,
    otherFriend.id,
  ]);
  await admin.query("insert into friends (user_id, friend_id, status) values ($1, $2, 'pending')", [
    pending.id,
    author.id,
  ]);
});
afterAll(() => scratch.stop());

async function write(session: Session, fields: Record<string, unknown> = {}): Promise<string> {
  const row = { id: randomUUID(), user_id: session.id, title: 'Fog', ...fields };
  const names = Object.keys(row);
  await session.run(
    `insert into posts (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.id;
}
const stored = async (id: string) => (await admin.query('select * from posts where id = $1', [id])).rows[0];
const sees = async (session: Session, id: string): Promise<boolean> => {
  const post = await session.rows('select id from posts where id = $1', [id]);
  const stats = await session.rows('select id from post_stats where id = $1', [id]);
  expect(stats).toHaveLength(post.length);
  return post.length === 1;
};

describe('A10: who sees a post', () => {
  const audience = async (id: string) => {
    const people = { guest, stranger, pending, friend, otherFriend, author, staff };
    const seen: string[] = [];
    for (const [name, session] of Object.entries(people)) if (await sees(session, id)) seen.push(name);
    return seen;
  };

  test('public: everyone', async () => {
    expect(await audience(await write(author))).toEqual([
      'guest',
      'stranger',
      'pending',
      'friend',
      'otherFriend',
      'author',
      'staff',
    ]);
  });
  test('friends: the author and accepted friends', async () => {
    expect(await audience(await write(author, { visibility: 'friends' }))).toEqual([
      'friend',
      'otherFriend',
      'author',
      'staff',
    ]);
  });
  test('friends, narrowed: the chosen ones', async () => {
    expect(
      await audience(await write(author, { visibility: 'friends', shared_with: [friend.id, stranger.id] })),
    ).toEqual(['friend', 'author', 'staff']);
  });
  test('friends, with nobody but the author chosen: the author', async () => {
    expect(await audience(await write(author, { visibility: 'friends', shared_with: [author.id] }))).toEqual([
      'author',
      'staff',
    ]);
  });
  test.each(['pending_media', 'removed'])('%s: the author', async (status) => {
    const id = await write(author);
    await admin.query('update posts set status = $2 where id = $1', [id, status]);
    expect(await audience(id)).toEqual(['author', 'staff']);
  });
  test('unfriending ends it at once', async () => {
    const id = await write(author, { visibility: 'friends' });
    await admin.query('begin');
    await admin.query('delete from friends where user_id = $1 and friend_id = $2', [friend.id, author.id]);
    await admin.query('commit');
    expect(await sees(friend, id)).toBe(false);
    await admin.query('select private.befriend($1, $2)', [friend.id, author.id]);
    expect(await sees(friend, id)).toBe(true);
  });
});

describe('A25, A26: what only staff may set', () => {
  test.each(['sticky', 'flagged', 'comments_locked'])(
    '%s is refused for a member, on insert, update and upsert',
    async (column) => {
      expect(await author.refusal(`insert into posts (title, ${column}) values ('x', true)`)).toMatchObject({
        code: '42501',
      });
      const id = await write(author);
      expect(await author.refusal(`update posts set ${column} = true where id = $1`, [id])).toMatchObject({
        code: '42501',
      });
      expect(
        await author.refusal(
          `insert into posts (id, title) values ($1, 'x') on conflict (id) do update set ${column} = true`,
          [id],
        ),
      ).toMatchObject({ code: '42501' });
      expect((await stored(id))[column]).toBe(false);
      await staff.run(`update posts set ${column} = true where id = $1`, [id]);
      expect((await stored(id))[column]).toBe(true);
      expect(await author.refusal(`update posts set ${column} = false where id = $1`, [id])).toMatchObject({
        code: '42501',
      });
    },
  );
  test('a flag cannot be shed by deleting and posting again under the same id', async () => {
    const id = await write(author);
    await staff.run('update posts set flagged = true where id = $1', [id]);
    await author.run('delete from posts where id = $1', [id]);
    expect(await author.refusal("insert into posts (id, title) values ($1, 'again')", [id])).toMatchObject({
      code: '23505',
    });
  });
  test('the ceo pins from the composer, the admin does not', async () => {
    expect((await stored(await write(ceo, { sticky: true }))).sticky).toBe(true);
    expect(await staff.refusal("insert into posts (title, sticky) values ('x', true)")).toMatchObject({
      code: '42501',
    });
  });
  test('staff moderate, but do not put words into a member’s mouth', async () => {
    const id = await write(author);
    expect(await staff.refusal("update posts set title = 'Other words' where id = $1", [id])).toMatchObject({
      code: '42501',
    });
  });
});

describe('other people’s posts', () => {
  test('cannot be written, changed, taken over or deleted', async () => {
    const id = await write(author);
    expect(await stranger.refusal("insert into posts (user_id, title) values ($1, 'x')", [author.id])).toMatchObject({
      code: '42501',
    });
    expect((await stranger.run("update posts set title = 'x' where id = $1", [id])).rowCount).toBe(0);
    expect((await stranger.run('delete from posts where id = $1', [id])).rowCount).toBe(0);
    expect(
      await stranger.refusal(
        "insert into posts (id, title) values ($1, 'x') on conflict (id) do update set title = 'x'",
        [id],
      ),
    ).toMatchObject({ code: '42501' });
    expect(await author.refusal('update posts set user_id = $2 where id = $1', [id, stranger.id])).toMatchObject({
      code: '42501',
    });
    expect((await stored(id)).title).toBe('Fog');
  });
  test('control: the author changes and deletes, staff delete', async () => {
    const [one, two] = [await write(author), await write(author)];
    expect((await author.run("update posts set title = 'Clear' where id = $1", [one])).rowCount).toBe(1);
    expect((await author.run('delete from posts where id = $1', [one])).rowCount).toBe(1);
    expect((await staff.run('delete from posts where id = $1', [two])).rowCount).toBe(1);
  });
  test('visitors write nothing', async () => {
    const id = await write(author);
    for (const sql of [
      "insert into posts (title) values ('x')",
      `update posts set title = 'x' where id = '${id}'`,
      `delete from posts where id = '${id}'`,
    ]) {
      expect(await guest.refusal(sql)).toMatchObject({ code: '42501' });
    }
  });
});

test('A28: the server says when', async () => {
  const { created_at: at } = await stored(await write(author, { created_at: '2999-01-01' }));
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
});

test('A29: media addresses', async () => {
  for (const column of ['image_url', 'video_url', 'gif_url']) {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'ftp://x.example/y',
      'https://x.example/"onload=',
      'x'.repeat(3000),
    ]) {
      expect(
        await author.refusal(`insert into posts (title, ${column}) values ('x', $1)`, [url]),
        `${column} ${url.slice(0, 40)}`,
      ).toMatchObject({ code: '23514' });
    }
    expect(
      await author.refusal(`insert into posts (title, ${column}) values ('x', 'https://media.example/a.webp?w=3')`),
    ).toBeNull();
  }
});

test('visibility is fixed after creation, and the place in the feed is the server’s', async () => {
  const id = await write(author, { visibility: 'friends' });
  for (const change of [
    "visibility = 'public'",
    'feed_page = 1',
    "status = 'removed'",
    'author_hot = false',
    "created_at = '2999-01-01'",
  ]) {
    expect(await author.refusal(`update posts set ${change} where id = $1`, [id]), change).toMatchObject({
      code: '42501',
    });
  }
  expect(await author.refusal('update post_stats set score = 1000 where id = $1', [id])).toMatchObject({
    code: '42501',
  });
});

describe('A34, A53: a token outlives a right', () => {
  test('banned: no post, no edit, no delete; muted: no post', async () => {
    const member = new Session(await scratch.connect(), await newMember(admin));
    const id = await write(member);
    await admin.query('update profiles set is_muted = true where id = $1', [member.id]);
    expect(await member.refusal("insert into posts (title) values ('x')")).toMatchObject({
      code: '42501',
      message: 'Your account is muted, so this was not published.',
    });
    expect(await member.refusal('delete from posts where id = $1', [id])).toBeNull();
    await admin.query('update profiles set is_muted = false, is_banned = true where id = $1', [member.id]);
    expect(await member.refusal("insert into posts (title) values ('x')")).toMatchObject({
      code: '42501',
      message: 'Your account is banned, so this was not published.',
    });
  });
  test('a banned admin moderates nothing', async () => {
    const fallen = new Session(await scratch.connect(), await newMember(admin, { role: 'admin' }));
    const id = await write(author, { visibility: 'friends' });
    expect(await sees(fallen, id)).toBe(true);
    await admin.query('update profiles set is_banned = true where id = $1', [fallen.id]);
    expect(await sees(fallen, id)).toBe(false);
    expect((await fallen.run('update posts set flagged = true where id = $1', [id])).rowCount).toBe(0);
  });
  test('a deleted account writes nothing', async () => {
    const member = new Session(await scratch.connect(), await newMember(admin));
    await write(member);
    await admin.query('delete from auth.users where id = $1', [member.id]);
    expect(await member.refusal("insert into posts (title) values ('x')")).toMatchObject({ code: '42501' });
    expect((await admin.query('select id from posts where user_id = $1', [member.id])).rows).toEqual([]);
  });
});

test('members post at the same time without waiting for each other', async () => {
  await write(author);
  const slow = await scratch.connect();
  await slow.query('begin');
  try {
    await slow.query('insert into posts (user_id, title) values ($1, $2)', [stranger.id, 'not yet committed']);
    const quick = await scratch.connect();
    await quick.query("set lock_timeout = '1s'");
    expect(
      (await quick.query('insert into posts (user_id, title) values ($1, $2)', [friend.id, 'at once'])).rowCount,
    ).toBe(1);
  } finally {
    await slow.query('rollback');
  }
});

describe('the first screen of a device that was never here', () => {
  const first = async (session: Session): Promise<Record<string, unknown>[]> =>
    (await session.rows<{ posts: Record<string, unknown>[] }>('select first_posts() as posts'))[0]?.posts ?? [];

  test('holds the newest public posts of the feed, the pinned first, and nothing else, whoever asks', async () => {
    const shown = await write(author, { title: 'For all' });
    const pinned = await write(author, { title: 'Pinned' });
    await admin.query("update posts set sticky = true, created_at = now() - interval '1 year' where id = $1", [pinned]);
    const hidden = [await write(author, { visibility: 'friends' }), await write(author)];
    await admin.query("update posts set status = 'removed' where id = $1", [hidden[1]]);
    for (const session of [guest, friend, author, staff]) {
      const posts = await first(session);
      expect(posts.length).toBeLessThanOrEqual(10);
      const ids = posts.map(({ id }) => id);
      expect(ids.filter((id) => id === pinned || id === shown)).toEqual([pinned, shown]);
      for (const id of hidden) expect(ids).not.toContain(id);
    }
    await admin.query('update posts set sticky = false where id = $1', [pinned]);
  });

  test('is drawn as the device draws it later: same words, numbers, names and time', async () => {
    const id = await write(author, { title: 'Same', description: 'Words' });
    const post = (await first(guest)).find((row) => row['id'] === id);
    const { username } = (await admin.query('select username from profiles where id = $1', [author.id])).rows[0];
    expect(post).toMatchObject({
      ...{
        user_id: author.id,
        title: 'Same',
        description: 'Words',
        visibility: 'public',
        sticky: 0,
        comments_locked: 0,
      },
      ...{ username, score: 0, comment_count: 0, image_url: null, poll_id: null, poll_question: null },
    });
    // As the stream writes it.
    expect(post?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });
});
