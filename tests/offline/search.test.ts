import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSearchIndex } from '#data/replica/search-index.ts';
import {
  commentsSql,
  COUNTS_SQL,
  ON_DEVICE_SQL,
  membersSql,
  messagesSql,
  PAGE,
  postsSql,
  tagsSql,
} from '#features/search/search-sql.ts';
import { matchOf } from '#features/search/words.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const [POSTS_SQL, COMMENTS_SQL, MESSAGES_SQL] = [postsSql(PAGE), commentsSql(PAGE), messagesSql(PAGE)];
const [MEMBERS_SQL, TAGS_SQL] = [membersSql(PAGE), tagsSql(PAGE)];
const BOB = '018f0000-0000-7000-8000-000000000002';
const id = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let me: SignedIn;
const post = (n: number, title: string, fields: object = {}) =>
  me.synced('posts', id(n), {
    user_id: BOB,
    title,
    status: 'live',
    visibility: 'public',
    created_at: `2026-11-${n}`,
    ...fields,
  });
const found = async (sql: string, term: string): Promise<unknown[]> =>
  (await me.db.getAll<{ id: string }>(sql, [matchOf(term), ME].slice(0, sql.includes('?2') ? 2 : 1))).map(
    (row) => row.id,
  );

beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('my_profile', ME, { username: 'sam' });
  await post(10, 'Fog lifted at nine');
  await post(11, 'Clear skies', { description: 'No foggy morning. Café at the gate' });
});
afterEach(() => me.close());

test('rows from before and after the index was built are found, as they are now', async () => {
  await buildSearchIndex(me.db).built;
  expect(await found(POSTS_SQL, 'fog')).toEqual([id(11), id(10)]);
  expect(await found(POSTS_SQL, 'NINE fo')).toEqual([id(10)]);
  expect(await found(POSTS_SQL, 'cafe')).toEqual([id(11)]);
  await post(12, 'More fog');
  await post(10, 'The sun at nine');
  expect(await found(POSTS_SQL, 'fog')).toEqual([id(12), id(11)]);
  await me.db.execute('DELETE FROM posts WHERE id = ?', [id(11)]);
  await me.db.execute('UPDATE posts SET title = ? WHERE id = ?', ['Edited here', id(12)]);
  expect(await found(POSTS_SQL, 'fog')).toEqual([]);
  expect(await found(POSTS_SQL, 'edited')).toEqual([id(12)]);
});

test('removed posts and those of blocked or muted members are not shown', async () => {
  await buildSearchIndex(me.db).built;
  await post(13, 'Fog again', { status: 'removed' });
  expect(await found(POSTS_SQL, 'fog')).toEqual([id(11), id(10)]);
  await me.synced('mutes', id(90), { user_id: ME, muted_id: BOB });
  expect(await found(POSTS_SQL, 'fog')).toEqual([]);
});

test('comments, messages, members and tags', async () => {
  await buildSearchIndex(me.db).built;
  await me.synced('comments', id(20), {
    post_id: id(10),
    user_id: BOB,
    text: 'Geese over the berm',
    created_at: '2026-11-12',
  });
  await me.synced('private_messages', id(30), {
    sender_id: BOB,
    recipient_id: ME,
    content: 'Geese!',
    created_at: '2026-11-12',
  });
  await me.synced('people', BOB, { author: '{"username":"geese_bob"}' });
  await me.synced('tags', 'geese', { tag: 'geese', post_count: 3 });
  expect(await found(COMMENTS_SQL, 'geese')).toEqual([id(20)]);
  expect(await me.db.getAll(MESSAGES_SQL, [matchOf('geese'), ME])).toMatchObject([
    { id: id(30), user_id: BOB, is_mine: 0 },
  ]);
  for (const term of ['@GEESE_', 'bob', 'geese_bob']) expect(await found(MEMBERS_SQL, term), term).toEqual([BOB]);
  expect(await found(MEMBERS_SQL, 'eese')).toEqual([]);
  await me.synced('profiles_public', BOB, { author: '{"username":"geese_bob"}', city: 'Xenia', state: 'Ohio' });
  expect(await me.db.getAll(MEMBERS_SQL, [matchOf('bob')])).toMatchObject([{ id: BOB, city: 'Xenia' }]);
  expect(await me.db.getAll(TAGS_SQL, [matchOf('#gee')])).toMatchObject([{ tag: 'geese', post_count: 3 }]);
  await me.synced('leaderboards', 'tag-1', { tag: 'gunshow-dayton', score: 9 });
  expect(await me.db.getAll(TAGS_SQL, [matchOf('dayt')])).toMatchObject([{ tag: 'gunshow-dayton', post_count: 9 }]);
  expect(await me.db.get(COUNTS_SQL, [matchOf('geese'), ME])).toMatchObject({
    ...{ posts: 0, comments: 1, messages: 1, members: 1, tags: 1 },
  });
  expect(await me.db.get(ON_DEVICE_SQL)).toMatchObject({ posts: 2, members: 1 });
});

test('messages from and to a blocked member are not found', async () => {
  await buildSearchIndex(me.db).built;
  const message = (n: number, from: string, to: string) =>
    me.synced('private_messages', id(n), {
      sender_id: from,
      recipient_id: to,
      content: 'Wind call',
      created_at: `2026-11-${n}`,
    });
  await message(11, BOB, ME);
  await message(12, ME, BOB);
  await message(13, ME, id(99));
  expect(await found(MESSAGES_SQL, 'wind')).toEqual([id(13), id(12), id(11)]);
  await me.synced('blocks', id(90), { user_id: ME, blocked_id: BOB });
  expect(await found(MESSAGES_SQL, 'wind')).toEqual([id(13)]);
  expect(await me.db.get(COUNTS_SQL, [matchOf('wind'), ME])).toMatchObject({ messages: 1 });
});

test('an index of a thousand rows is built in slices and once', async () => {
  for (let n = 100; n < 1300; n += 100) {
    const rows = Array.from({ length: 100 }, (_, at) => ({ id: id(1000 + n + at), title: `Lane ${n + at}` }));
    await me.db.writeTransaction(async (tx) => {
      for (const row of rows)
        await tx.execute(`INSERT INTO posts (id, user_id, title, status) VALUES (?, ?, ?, 'live')`, [
          row.id,
          BOB,
          row.title,
        ]);
    });
  }
  await Promise.all([buildSearchIndex(me.db).built, buildSearchIndex(me.db).built]);
  expect(await found(POSTS_SQL, 'lane')).toHaveLength(20);
  expect(await found(POSTS_SQL, 'lane 1299')).toHaveLength(1);
  // From now on each write merges what it may.
  expect(await me.db.getAll("SELECT v FROM search_posts_config WHERE k LIKE '%merge' ORDER BY k")).toEqual([
    { v: 4 },
    { v: 16 },
  ]);
});

test('an index that was built is not built again, unless it has another definition', async () => {
  await buildSearchIndex(me.db).built;
  const counted = async () => (await me.db.get<{ n: number }>('SELECT count(*) AS n FROM search_posts_rows')).n;
  // A row that the index does not know shows whether it is built again.
  const [row] = await me.db.getAll<{ ref: string }>('SELECT ref FROM search_posts_rows WHERE ref = ?', [id(10)]);
  expect(row?.ref).toBe(id(10));
  await me.db.execute('DELETE FROM search_posts_rows WHERE ref = ?', [id(10)]);
  // As after a reload: another object of the same file.
  const again = Object.create(me.db) as typeof me.db;
  await buildSearchIndex(again).built;
  expect(await counted()).toBe(1);
  await me.db.execute("UPDATE search_is_built SET definition = 'of an earlier release'");
  await buildSearchIndex(Object.create(me.db) as typeof me.db).built;
  expect(await found(POSTS_SQL, 'fog')).toEqual([id(11), id(10)]);
});

test.each([
  ['土曜日の射撃場', ['射撃場', '射撃', '場', '土曜', 'の射撃'], ['射場', '日曜']],
  ['今日10mの射撃', ['10m', '射撃', '今日10'], ['0m']],
  ['วันนี้ที่สนามยิงปืน', ['สนาม', 'ยิงปืน', 'วัน'], ['สนุก']],
  ['ตารางซ้อมยิงปืนวันเสาร์', ['ซ้อม', 'ยิงปืน', 'วันเสาร์', 'ซ'], ['อาทิตย์', 'ซ้ำ']],
  ['周六靶场开放时间', ['靶场', '开放', '场', '场开'], ['靶开', '周日', '日']],
  ['토요사격장에서', ['사격장', '토요'], ['사장']],
  ['ដីបាញ់កាំភ្លើង', ['កាំភ្លើង'], ['ភ្នំ']],
  ['निशानेबाज़ी का मैदान', ['मैदान', 'निशाने'], ['शाने']],
])('of “%s” the words inside are found: %j', async (title, terms, others) => {
  await post(12, title);
  await buildSearchIndex(me.db).built;
  await post(13, `Later: ${title}`);
  for (const term of terms) expect(await found(POSTS_SQL, term), term).toEqual([id(13), id(12)]);
  for (const term of others) expect(await found(POSTS_SQL, term), term).toEqual([]);
});
