import { beforeAll, expect, test } from 'vitest';
import { readAuthor } from '#contract/author.ts';
import { readReplica } from '../support/replica-of.ts';
import { insert, post, openSmallWorld } from '../support/social.ts';

/** The public fields of an author. Written by hand, so that a private field cannot be added by mistake. */
const FIELDS = ['profile_image_url', 'rank', 'username'];

/** Tables with a copy of the card, and their author column. */
const COPIES: Readonly<Record<string, string>> = {
  feed_people: 'user_id',
  known_people: 'person_id',
  leaderboards: 'user_id',
  listed_posts: 'user_id',
  post_people: 'user_id',
  profiles_public: 'id',
  threads_index: 'user_id',
};

const world = await openSmallWorld();
let author: string;

beforeAll(async () => {
  author = world.author.id ?? '';
  await post(world.author, { title: 'Wind #card' });
  await insert(world.friend, 'private_messages', { recipient_id: author, sender_id: world.friend.id, content: 'Hi' });
  await world.admin.query('select private.refresh_boards(true)');
});

async function copies(): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const [table, column] of Object.entries(COPIES)) {
    const { rows } = await world.admin.query<{ author: Record<string, unknown> }>(
      `select author from ${table} where ${column} = $1`,
      [author],
    );
    found[table] = rows.map((row) => row.author);
  }
  return found;
}

test('every table with an author column is covered here', async () => {
  const { rows } = await world.admin.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'author' order by 1`,
  );
  expect(rows.map((row) => row.table_name)).toEqual(Object.keys(COPIES));
});

test('a card holds the public fields and no others', async () => {
  for (const [table, cards] of Object.entries(await copies())) {
    expect(cards.length, table).toBeGreaterThan(0);
    for (const card of cards) expect(Object.keys(card).toSorted(), table).toEqual(FIELDS);
  }
});

test.each([
  ['username', 'Ann.Renamed'],
  ['profile_image_url', '/seed/av1.webp'],
  ['rank', 3],
])('a change of %s reaches every copy', async (field, value) => {
  await world.admin.query(`update profiles set ${field} = $2 where id = $1`, [author, value]);
  await world.admin.query('select private.refresh_boards(true)');
  const found = await copies();
  const [expected] = found.profiles_public ?? [];
  expect(expected).toMatchObject({ [field]: value });
  for (const [table, cards] of Object.entries(found)) for (const card of cards) expect(card, table).toEqual(expected);
});

test('a change of a field outside the card writes no copy', async () => {
  const versions = () =>
    world.one<string>(
      `select string_agg(xmin::text, ',' order by ctid) from (select xmin, ctid from post_people union all select xmin, ctid from known_people) rows`,
    );
  const before = await versions();
  await world.admin.query("update profiles set about = 'Clays', city = 'Dayton' where id = $1", [author]);
  expect(await versions()).toBe(before);
});

test('sync and first_posts return the same author', async () => {
  const expected = { username: 'Ann.Renamed', profile_image_url: '/seed/av1.webp', rank: 3 };
  const guest = { kind: 'guest' } as const;
  const replica = await readReplica(world.scratch.url, { userId: world.friend.id ?? '' });
  expect(readAuthor(replica.tables.get('people')?.get(author)?.author, author, guest)).toMatchObject(expected);
  const [row] = await world.one<{ author: unknown }[]>("select first_posts() -> 'posts'");
  expect(readAuthor(row?.author, author, guest)).toMatchObject(expected);
});
