import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo } from '#contract/auth.ts';
import { action, newMember, putPost, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let ann: Session;
let ben: Session;
let staff: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  const db = await scratch.connect();
  ann = new Session(db, await newMember(admin));
  ben = new Session(db, await newMember(admin, { dob: '1980-02-03', city: 'Troy', first_name: 'Ben' }));
  staff = new Session(db, await newMember(admin, { role: 'admin' }));
  guest = new Session(db, null);
});
afterAll(() => scratch.stop());

const stored = async (id: string | null) => (await admin.query('select * from profiles where id = $1', [id])).rows[0];

describe('A01–A04: members cannot change their own role or lift their own ban', () => {
  test.each([
    ["role = 'ceo'"],
    ["about = 'hello', role = 'admin'"],
    ['is_banned = false'],
    ['is_muted = false'],
    [`badges = '["Veteran"]'`],
    ["joined_at = '2001-01-01'"],
    ['rank = 4'],
    ['is_official = true'],
    ["email = 'other@x.example'"],
  ])('set %s is refused, for members and staff', async (change) => {
    const before = await stored(ann.id);
    expect(await ann.refusal(`update profiles set ${change} where id = $1`, [ann.id])).toMatchObject({ code: '42501' });
    expect(await staff.refusal(`update profiles set ${change} where id = $1`, [staff.id])).toMatchObject({
      code: '42501',
    });
    expect(await stored(ann.id)).toEqual(before);
  });

  test('upsert, delete and re-insert are refused', async () => {
    expect(
      await ann.refusal(
        "insert into profiles (id, username, role) values ($1, 'x', 'ceo') on conflict (id) do update set role = 'ceo'",
        [ann.id],
      ),
    ).toMatchObject({ code: '42501' });
    expect(await ann.refusal('delete from profiles where id = $1', [ann.id])).toMatchObject({ code: '42501' });
  });

  test('control: the owner can edit their own fields', async () => {
    const result = await ann.run(
      "update profiles set about = 'Clays', city = 'Dayton', dob = '1990-01-01' where id = $1",
      [ann.id],
    );
    expect(result.rowCount).toBe(1);
    expect(await stored(ann.id)).toMatchObject({ about: 'Clays', city: 'Dayton' });
  });
});

describe('A05: other people’s profiles', () => {
  test('an update reaches no row', async () => {
    expect((await ann.run("update profiles set about = 'taken over' where id = $1", [ben.id])).rowCount).toBe(0);
    expect((await stored(ben.id)).about).toBeNull();
  });
  test('the id cannot be changed', async () => {
    expect(await ann.refusal('update profiles set id = $2 where id = $1', [ann.id, randomUUID()])).toMatchObject({
      code: '42501',
    });
  });
});

describe('A06, A07: private fields', () => {
  test.each([
    'email',
    'dob',
    'first_name',
    'last_name',
    'city',
    'state',
    'privacy_settings',
    'role',
    'is_banned',
    'is_muted',
  ])('%s cannot be selected, filtered or ordered by others', async (column) => {
    for (const session of [ann, guest]) {
      expect(await session.refusal(`select ${column} from profiles`)).toMatchObject({ code: '42501' });
      expect(await session.refusal(`select id from profiles where ${column}::text like 'a%'`)).toMatchObject({
        code: '42501',
      });
      expect(await session.refusal(`select id from profiles order by ${column}`)).toMatchObject({ code: '42501' });
      expect(await session.refusal('select * from profiles')).toMatchObject({ code: '42501' });
    }
  });

  test('an update tells nothing about them either', async () => {
    expect(await ann.refusal("update profiles set about = 'x' where email like 'a%'")).toMatchObject({ code: '42501' });
    expect(await ann.refusal("update profiles set about = 'x' where id = $1 returning email", [ann.id])).toMatchObject({
      code: '42501',
    });
  });

  test('control: public fields are readable by all, and the owner reads all of their own', async () => {
    expect(
      await guest.rows('select username, about, profile_image_url, rank from profiles where id = $1', [ben.id]),
    ).toHaveLength(1);
    expect(await ben.rows('select email, city, first_name, role from my_profile()')).toEqual([
      { email: `${ben.id}@members.example`, city: 'Troy', first_name: 'Ben', role: 'user' },
    ]);
    expect(await guest.refusal('select * from my_profile()')).toMatchObject({ code: '42501' });
  });
});

describe('A44: usernames', () => {
  test.each(['with space', 'кip', 'ki\u200bp', '..', '.', '', 'ｋｉｐ', 'a\u202Eb', 'x'.repeat(31)])(
    '%j is refused',
    async (name) => {
      expect(await ann.refusal('update profiles set username = $2 where id = $1', [ann.id, name])).toMatchObject({
        code: '23514',
      });
    },
  );
  test('a member without one may choose one, and posts only then', async () => {
    const fresh = new Session(await scratch.connect(), await newMember(admin, { username: null }));
    expect(await fresh.refusal("insert into posts (title) values ('x')")).toMatchObject({
      code: '42501',
      message: 'Please set up your profile before you post.',
    });
    expect(await fresh.refusal("update profiles set username = 'Fresh-1' where id = $1", [fresh.id])).toBeNull();
    expect(await fresh.refusal("insert into posts (title) values ('x')")).toBeNull();
  });
  test('two members cannot differ by case alone', async () => {
    await ann.run("update profiles set username = 'Kip.One' where id = $1", [ann.id]);
    expect(await ben.refusal("update profiles set username = 'kip.ONE' where id = $1", [ben.id])).toMatchObject({
      code: '23505',
    });
  });
});

test('a date of birth under 18 is refused, one over is not', async () => {
  const years = (n: number) => new Date(Date.now() - n * 365.25 * 86_400_000).toISOString().slice(0, 10);
  expect(await ann.refusal('update profiles set dob = $2 where id = $1', [ann.id, years(17)])).toMatchObject({
    code: '23514',
    message: 'You must be 18 or older.',
  });
  expect(await ann.refusal('update profiles set dob = $2 where id = $1', [ann.id, years(19)])).toBeNull();
});

test('A29: a profile picture is an https or own address', async () => {
  for (const url of [
    'javascript:alert(1)',
    'data:image/svg+xml,x',
    '//evil.example/x.png',
    '/\\evil.example',
    'http://x.example/a.png',
    'https://a@b.example/x',
  ]) {
    expect(
      await ann.refusal('update profiles set profile_image_url = $2 where id = $1', [ann.id, url]),
      url,
    ).toMatchObject({ code: '23514' });
  }
  expect(
    await ann.refusal('update profiles set profile_image_url = $2 where id = $1', [
      ann.id,
      'https://img.example/a.png',
    ]),
  ).toBeNull();
  expect(
    await ann.refusal('update profiles set profile_image_url = $2 where id = $1', [ann.id, '/seed/av1.webp']),
  ).toBeNull();
});

test('A34: a banned member edits nothing, from the moment of the ban', async () => {
  const banned = new Session(await scratch.connect(), await newMember(admin));
  expect(await banned.refusal("update profiles set about = 'x' where id = $1", [banned.id])).toBeNull();
  await admin.query('update profiles set is_banned = true where id = $1', [banned.id]);
  expect(await banned.refusal("update profiles set about = 'y' where id = $1", [banned.id])).toMatchObject({
    code: '42501',
  });
});

describe('A46: the profile of a first sign-in', () => {
  const terms = { terms_accepted: true, terms_version: '1' };
  test.each<[string, object | null, string]>([
    ['nothing', null, 'You must agree to the Terms & Conditions.'],
    ['no terms', { adult_confirmed: true }, 'You must agree to the Terms & Conditions.'],
    ['no version', { ...consentsTo('1'), terms_version: null }, 'You must agree to the Terms & Conditions.'],
    ['no age', terms, 'You must confirm you are 18 or older.'],
    ['an age of another kind', { ...terms, adult_confirmed: [true] }, 'You must confirm you are 18 or older.'],
  ])('without both consents there is none, and nothing else can be written: %s', async (_what, said, message) => {
    const id = randomUUID();
    const sql = 'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)';
    await admin.query(sql, [id, `${id}@members.example`, said]);
    for (const [call, values] of [
      ['select create_profile_and_friend($1)', [id]],
      ['select create_profile_and_friend($1, $2)', [id, said ?? {}]],
    ] as const)
      await expect(admin.query(call, [...values])).rejects.toMatchObject({ code: 'PT428', message });
    const stranger = new Session(await scratch.connect(), id);
    await expect(stranger.applyCrud(action(putPost(id)))).rejects.toMatchObject({ code: '42501' });
    expect(await stranger.refusal("insert into posts (title) values ('x')")).toMatchObject({ code: '42501' });
    expect(await stored(id)).toBeUndefined();

    await admin.query('select create_profile_and_friend($1, $2)', [id, consentsTo('2')]);
    const given = await admin.query(
      "select terms_version, created_at > now() - interval '1 minute' as fresh from user_consents where user_id = $1",
      [id],
    );
    expect(given.rows).toEqual([{ terms_version: '2', fresh: true }]);
    expect((await stranger.applyCrud(action(putPost(id))))[0]?.status).toBe('applied');
  });

  test('rows that members may insert belong to a profile, except those that visitors may insert too', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select distinct c.table_name::text as name from information_schema.column_privileges c
       where c.grantee = 'authenticated' and c.privilege_type = 'INSERT' and c.table_schema = 'public'
         and not exists (select 1 from information_schema.column_privileges v
           where v.grantee = 'anon' and v.privilege_type = 'INSERT' and v.table_schema = 'public' and v.table_name = c.table_name)
         and not exists (select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
           where k.contype = 'f' and k.conrelid = format('public.%I', c.table_name)::regclass
             and k.confrelid = 'public.profiles'::regclass and a.attnotnull)
       order by 1`,
    );
    // For staff, whose role is in the profile; `reports` asks assert_may_write and outlives its author.
    expect(rows.map(({ name }) => name)).toEqual(['ad_clients', 'ads', 'post_removals', 'reports']);
  });

  test('only the service makes it', async () => {
    expect(await ann.refusal('select create_profile_and_friend($1)', [ben.id])).toMatchObject({ code: '42501' });
    expect(await guest.refusal('select create_profile_and_friend($1)', [ben.id])).toMatchObject({ code: '42501' });
  });

  test('repeating it changes nothing, and it befriends the official account both ways', async () => {
    const official = await newMember(admin, { is_official: true, username: 'rangeday' });
    const id = await newMember(admin);
    await admin.query("update profiles set about = 'kept' where id = $1", [id]);
    await admin.query('select create_profile_and_friend($1)', [id]);
    expect(await stored(id)).toMatchObject({ username: `user_${id.slice(0, 8)}`, role: 'user', about: 'kept' });
    const { rows } = await admin.query(
      'select user_id, status, in_feed from friends where $1 in (user_id, friend_id) order by user_id = $1',
      [official],
    );
    expect(rows).toEqual([
      { user_id: id, status: 'accepted', in_feed: true },
      { user_id: official, status: 'accepted', in_feed: false },
    ]);
  });

  test('two accounts whose ids begin alike get different names', async () => {
    const tail = randomUUID().slice(9);
    const ids = [`abcdef01-${tail}`, `abcdef01-${randomUUID().slice(9)}`];
    const names = [];
    for (const id of ids) {
      await admin.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@members.example`]);
      names.push(
        (await admin.query('select create_profile_and_friend($1, $2) as made', [id, consentsTo('test')])).rows[0].made
          .username,
      );
    }
    expect(names[0]).toBe('user_abcdef01');
    expect(names[1]).toMatch(/^user_abcdef01[0-9a-f]{4}$/);
  });
});
