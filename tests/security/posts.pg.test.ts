import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';
import { sees } from '../support/social.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let author: Session;
let friend: Session;
let stranger: Session;
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
  stranger = await session();
  staff = await session({ role: 'admin' });
  ceo = await session({ role: 'ceo' });
  guest = new Session(db, null);
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
/** An address in the folder of this person. */
const videoOf = ({ id }: Session) => `/storage/v1/object/public/public-videos/${id}/${randomUUID()}.mp4`;
const stored = async (id: string) => (await admin.query('select * from posts where id = $1', [id])).rows[0];

describe('A25, A26: columns that only staff may set', () => {
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
  test('a video is refused for members and admins', async () => {
    for (const session of [author, staff]) {
      const refused = await session.refusal(
        "insert into posts (title, video_url) values ('x', 'https://media.example/a.mp4')",
      );
      expect(refused).toMatchObject({ code: '42501', message: 'Only the ceo may post a video.' });
    }
  });
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
    // Staff hide the post, so that they can undo it; nothing is deleted yet.
    expect((await staff.run('delete from posts where id = $1', [two])).rowCount).toBe(0);
    expect((await stored(two)).status).toBe('removed');
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

test('A55: edits are bounded', async () => {
  const busy = new Session(await scratch.connect(), await newMember(admin));
  const id = await write(busy);
  const edit = (title: string) => busy.refusal('update posts set title = $2 where id = $1', [id, title]);
  for (let n = 0; n < 60; n++) expect(await edit(`edit ${n}`)).toBeNull();
  expect(await edit('one more')).toMatchObject({ code: 'PT429' });
  // The same words again are sent to every device, too. Others are not affected.
  expect(await edit('edit 59')).toMatchObject({ code: 'PT429' });
  expect(await author.refusal('update posts set title = $2 where id = $1', [await write(author), 'x'])).toBeNull();
});

// Ranks change on the way, and with them the author's copies on rows whose post is being deleted.
test('one statement deletes sixty posts with tags, votes and comments, also after an edit in the same transaction', async () => {
  for (const prepare of [null, "update posts set title = title || ' #more' where user_id = $1"]) {
    const many = await newMember(admin);
    await admin.query("insert into posts (user_id, title) select $1, 'Fog #one #two' from generate_series(1, 60)", [
      many,
    ]);
    await admin.query(
      'insert into post_votes (post_id, user_id, value) select id, $2, 1 from posts where user_id = $1',
      [many, friend.id],
    );
    await admin.query(
      "insert into comments (post_id, user_id, text) select id, $2, 'x #three' from posts where user_id = $1",
      [many, friend.id],
    );
    await admin.query('select private.refresh_boards(true)');
    await admin.query('begin');
    if (prepare) await admin.query(prepare, [many]);
    await admin.query("update private.board_clock set refreshed_at = '2000-01-01'");
    await admin.query(
      "insert into private.count_changes (kind, key, difference) values ('tag', 'one', 90), ('tag', 'two', 90)",
    );
    await admin.query('delete from posts where user_id = $1', [many]);
    await admin.query('commit');
    const { rows } = await admin.query(
      `select s.post_count, p.rank, (select count(*)::int from listed_posts where user_id = $1) as listed
       from profile_stats s join profiles p using (id) where id = $1`,
      [many],
    );
    expect(rows).toEqual([{ post_count: 0, rank: 0, listed: 0 }]);
  }
});

test('a list’s copy of a post follows every column of the post', async () => {
  const id = await write(author, { title: 'Copied #copy', shared_with: '{}' });
  const assertEqual = async () => {
    const { rows } = await admin.query<{ post: object; copy: object }>(
      `select to_jsonb(p) as post, to_jsonb(l) - '{list,post_id,page,is_recent,author,comments}'::text[] as copy
       from posts p join listed_posts l on l.post_id = p.id where p.id = $1 and l.list = '#copy'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.post).toMatchObject(rows[0]?.copy ?? {});
  };
  await assertEqual();
  await admin.query(
    "update posts set shared_with = null, gif_url = 'https://a.example/x.gif', created_at = created_at - interval '1 day' where id = $1",
    [id],
  );
  await assertEqual();
});

test('A28: the server sets the times', async () => {
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
        await ceo.refusal(`insert into posts (title, ${column}) values ('x', $1)`, [url]),
        `${column} ${url.slice(0, 40)}`,
      ).toMatchObject({ code: '23514' });
    }
    const url = column === 'video_url' ? videoOf(ceo) : 'https://media.example/a.webp?w=3';
    expect(await ceo.refusal(`insert into posts (title, ${column}) values ('x', $1)`, [url])).toBeNull();
  }
});

test('visibility is fixed after creation, and the place in the feed is the server’s', async () => {
  const id = await write(author, { visibility: 'friends' });
  for (const change of [
    "visibility = 'public'",
    'feed_page = 1',
    "status = 'removed'",
    'author_page = 1',
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

test('a post has at least a title, description, gif or image: a video or a poll alone is refused', async () => {
  const poll = randomUUID();
  await ceo.run('insert into polls (id, question, options) values ($1, $2, $3)', [poll, 'Fog?', '["yes", "no"]']);
  for (const fields of [
    { title: null },
    { title: ' ' },
    { title: null, video_url: videoOf(ceo) },
    { title: null, poll_id: poll },
  ]) {
    const names = Object.keys(fields);
    expect(
      await ceo.refusal(
        `insert into posts (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(fields),
      ),
      JSON.stringify(fields),
    ).toMatchObject({ code: '23514', message: 'Please include at least a title, description, gif or image.' });
  }
  await write(author, { title: null, description: 'Fog' });
  await write(author, { title: null, gif_url: '/fog.gif' });
  await write(author, { title: null, image_url: '/fog.jpg' });
  await write(ceo, { title: 'Fog', poll_id: poll });
});
