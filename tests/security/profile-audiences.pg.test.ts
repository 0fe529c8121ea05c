import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Author } from '#contract/author.ts';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let ann: Session;
let ben: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  ann = new Session(await scratch.connect(), await newMember(admin));
  ben = new Session(await scratch.connect(), await newMember(admin));
  guest = new Session(await scratch.connect(), null);
});
afterAll(() => scratch.stop());

const me = (session: Session): string => session.id ?? '';
const patch = (session: Session, data: Record<string, unknown>, id = me(session)) =>
  session.applyCrud(action({ op: 'PATCH', table: 'profiles', id, data })).then(([result]) => result);
const everything = async (userId: string, streams = {}) => {
  const replica = await readReplica(scratch.url, { userId, streams });
  return JSON.stringify([...replica.tables].map(([, rows]) => [...rows.values()]));
};

const SECRETS = { first_name: 'Wilhelmina', last_name: 'Quartermain', city: 'Zanesville', state: 'Ohiosecret' };
const open = { profile: [{ user_id: '' }], profile_by_username: [{ username: '' }], members: [] as { page: number }[] };
const lookingAt = async (id: string) => {
  const { rows } = await admin.query('select username, directory_page from profiles_public where id = $1', [id]);
  return {
    ...open,
    profile: [{ user_id: id }],
    profile_by_username: [{ username: String(rows[0].username).toLowerCase() }],
    members: [{ page: rows[0].directory_page }],
    members_index: [{}],
  };
};

describe('A06: a private field is sent only to its owner', () => {
  test('unmarked it is public; marked it leaves REST, the members list and every device; unmarked it returns', async () => {
    expect(await patch(ann, { ...SECRETS, dob: '1990-01-02', about: 'Clays' })).toMatchObject({ status: 'applied' });
    const streams = await lookingAt(me(ann));
    const columns = Object.keys(SECRETS).join();
    const seen = () => guest.rows(`select ${columns} from profiles_public where id = $1`, [ann.id]);
    expect(await seen()).toEqual([SECRETS]);
    for (const id of ['guest', me(ben)])
      for (const secret of Object.values(SECRETS)) expect(await everything(id, streams)).toContain(secret);

    const hidden = Object.fromEntries(Object.keys(SECRETS).map((key) => [key, true]));
    expect(await patch(ann, { privacy_settings: JSON.stringify(hidden) })).toMatchObject({ status: 'applied' });
    expect(await seen()).toEqual([{ first_name: null, last_name: null, city: null, state: null }]);
    await admin.query('select private.befriend($1, $2)', [ann.id, ben.id]);
    for (const id of ['guest', me(ben)]) {
      const held = await everything(id, streams);
      expect(held).toContain('Clays');
      for (const secret of [...Object.values(SECRETS), '1990-01-02', `${me(ann)}@members.example`])
        expect(held).not.toContain(secret);
    }
    // The owner keeps seeing all of it.
    const own = await everything(me(ann));
    for (const secret of Object.values(SECRETS)) expect(own).toContain(secret);
    await patch(ann, { privacy_settings: '{"city": true, "state": false}' });
    expect(await seen()).toEqual([{ ...SECRETS, city: null }]);
  });

  test('e-mail, birthday, role and standing are in no public row at all', async () => {
    for (const column of [
      'email',
      'dob',
      'role',
      'is_banned',
      'is_muted',
      'badges',
      'privacy_settings',
      'is_watched',
    ]) {
      expect(await guest.refusal(`select ${column} from profiles_public`)).toMatchObject({ code: '42703' });
      expect(await ben.refusal(`select ${column} from profiles`)).toMatchObject({ code: '42501' });
    }
    for (const session of [ann, guest]) {
      expect(await session.refusal("update profiles_public set city = 'x'")).toMatchObject({ code: '42501' });
      expect(await session.refusal('delete from profiles_public')).toMatchObject({ code: '42501' });
    }
  });

  test.each([
    ['a field without a box', { about: true }],
    ['an unknown field', { shoe_size: true }],
    ['no boolean', { city: 'yes' }],
    ['a list', ['city']],
  ])('a privacy map with %s is refused', async (_name, map) => {
    expect(await patch(ann, { privacy_settings: JSON.stringify(map) })).toMatchObject({
      status: 'rejected',
      code: '23514',
    });
    expect(await patch(ann, { privacy_settings: '{"dob": true, "email": true}' })).toMatchObject({ status: 'applied' });
  });
});

describe('A01–A05 through the queue', () => {
  test.each([
    [{ role: 'ceo' }],
    [{ is_banned: false }],
    [{ is_muted: false }],
    [{ badges: '["x"]' }],
    [{ joined_at: '2001-01-01' }],
    [{ email: 'a@b.c' }],
    [{ rank: 4 }],
    [{ about: 'x', role: 'admin' }],
  ])('%j is refused as a whole', async (data) => {
    expect(await patch(ann, data)).toMatchObject({ status: 'rejected', code: '42703' });
  });
  test('another’s profile is out of reach, and none is made or deleted', async () => {
    expect(await patch(ann, { about: 'taken over' }, me(ben))).toMatchObject({ status: 'rejected', code: 'P0002' });
    for (const op of ['PUT', 'DELETE'] as const) {
      expect(
        (await ann.applyCrud(action({ op, table: 'profiles', id: me(ann), data: { about: 'x' } })))[0],
      ).toMatchObject({ status: 'rejected', code: '42501' });
    }
    expect(await patch(ann, { about: 'mine' })).toMatchObject({ status: 'applied' });
  });
});

test('the profile’s e-mail follows the account’s', async () => {
  await admin.query("update auth.users set email = 'new@members.example' where id = $1", [ben.id]);
  expect(await ben.rows('select email from my_profile()')).toEqual([{ email: 'new@members.example' }]);
});

describe('A44: names', () => {
  const ask = async (session: Session, name: string | null) =>
    (await session.rows<{ answer: string }>('select username_availability($1) as answer', [name]))[0]?.answer;

  test.each([
    ['admin', 'reserved'],
    ['CEO', 'reserved'],
    ['Moderator', 'reserved'],
    ['rangeday', 'reserved'],
    ['Range-Day', 'reserved'],
    ['rangeday_news', 'reserved'],
    ['glock', 'reserved'],
    ['sig.sauer', 'reserved'],
    ['hickok45', 'reserved'],
    ['adm1n', 'reserved'],
    ['a.d-m_i.n', 'reserved'],
    ['..', 'reserved'],
    ['.', 'reserved'],
    ['with space', 'invalid'],
    ['аdmin', 'invalid'],
    ['ad\u200bmin', 'invalid'],
    ['ａdmin', 'invalid'],
    ['a\u202eb', 'invalid'],
    ['', 'invalid'],
    ['x'.repeat(31), 'invalid'],
    [null, 'invalid'],
    ['the_admin', 'reserved'],
    ['TheAdmin', 'reserved'],
    ['real-moderator', 'reserved'],
    ['4dmin7', 'reserved'],
    ['joe.support', 'reserved'],
    ['rangeday1', 'reserved'],
    ['official.rangeday', 'reserved'],
    ['real_rangeday', 'reserved'],
    ['xR4ngeDayx', 'reserved'],
    ['badminton_joe', 'available'],
    ['kip_1', 'available'],
    ['  kip_1 ', 'available'],
    ['Administrative', 'available'],
  ])('%j is %s, and the write agrees', async (name, verdict) => {
    await admin.query("delete from private.rate_usage where action = 'rename'");
    expect(await ask(ann, name)).toBe(verdict);
    const result = await patch(ann, { username: name?.trim() ?? null });
    expect(result).toMatchObject(
      verdict === 'available' ? { status: 'applied' } : { status: 'rejected', code: '23514' },
    );
    if (verdict === 'reserved') expect(result).toMatchObject({ message: 'Username is reserved' });
  });

  test('a name of another, in any case, is taken; one’s own is not', async () => {
    await admin.query("delete from private.rate_usage where action = 'rename'");
    await patch(ann, { username: 'Wren.H' });
    expect(await ask(ben, 'wREN.h')).toBe('taken');
    expect(await patch(ben, { username: 'wREN.h' })).toMatchObject({
      status: 'rejected',
      code: '23505',
      message: 'Username already taken',
    });
    expect(await ask(ann, 'wren.h')).toBe('available');
    expect(await patch(ann, { username: 'WREN.H' })).toMatchObject({ status: 'applied' });
    expect(await guest.refusal("select username_availability('x')")).toMatchObject({ code: '42501' });
  });

  test.each(['aIice', 'al1ce', 'A.L-i_c.e', '4lice', 'a_lice', 'alic3'])(
    '%s looks like alice, so it is taken',
    async (name) => {
      await admin.query("delete from private.rate_usage where action = 'rename'");
      await admin.query("update profiles set username = 'alice' where id = $1", [ann.id]);
      expect(await ask(ben, name)).toBe('taken');
      expect(await patch(ben, { username: name })).toMatchObject({ code: '23505', message: 'Username already taken' });
      // The index decides for every role and in a race.
      await expect(
        admin.query('update profiles set username = $2 where id = $1', [ben.id, name]),
      ).rejects.toMatchObject({
        code: '23505',
      });
      expect(await ask(ben, 'alicia')).toBe('available');
    },
  );

  test('three available names are suggested for a taken one, and none for a name without letters', async () => {
    await admin.query("update profiles set username = 'wanted' where id = $1", [ann.id]);
    const suggest = async (name: string | null) =>
      (await ben.rows<{ names: string[] }>('select suggest_usernames($1) as names', [name]))[0]?.names ?? [];
    const names = await suggest(' Wanted ');
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(name).toMatch(/^Wanted./);
      expect(await ask(ben, name)).toBe('available');
    }
    await admin.query('update profiles set username = $2 where id = $1', [ann.id, names[0]]);
    expect(await suggest('Wanted')).not.toContain(names[0]);
    expect(await suggest('two words')).toContain('two_words_range');
    for (const name of await suggest('x'.repeat(5000))) expect(name.length).toBeLessThanOrEqual(30);
    for (const nothing of ['', '..', 'rangeday', null]) expect(await suggest(nothing)).toEqual([]);
    expect(await guest.refusal("select suggest_usernames('x')")).toMatchObject({ code: '42501' });
  });

  test('pairs of letters that resemble one are equal', async () => {
    await admin.query("update profiles set username = 'modern_wave' where id = $1", [ann.id]);
    for (const name of ['modem_wave', 'rnodern.vvave']) expect(await ask(ben, name)).toBe('taken');
  });

  test('A55: three renames a day; other edits go on', async () => {
    const busy = new Session(await scratch.connect(), await newMember(admin));
    for (const name of ['busy_one', 'busy_two', 'busy_three'])
      expect(await patch(busy, { username: name })).toMatchObject({ status: 'applied' });
    expect(await patch(busy, { username: 'busy_four' })).toMatchObject({ status: 'rejected', code: 'PT429' });
    expect(await patch(busy, { about: 'x', username: 'busy_three' })).toMatchObject({ status: 'applied' });
    for (let n = 0; n < 60; n++) await patch(busy, { about: `x ${n}` });
    expect(await patch(busy, { about: 'y' })).toMatchObject({ status: 'rejected', code: 'PT429' });
  });

  test('of twelve simultaneous requests for one name, one succeeds', async () => {
    const sessions: Session[] = [];
    for (let n = 0; n < 12; n++) sessions.push(new Session(await scratch.connect(), await newMember(admin)));
    const results = await Promise.all(
      sessions.map((session, n) => patch(session, { username: n % 2 ? 'one_name' : 'ONE_NAME' })),
    );
    expect(results.filter((result) => result?.status === 'applied')).toHaveLength(1);
    expect(results.filter((result) => result?.code === '23505')).toHaveLength(11);
  });
});

const nameOf = ({ author }: Record<string, unknown>): string => (JSON.parse(String(author)) as Author).username;

describe('finding members', () => {
  test('a profile opens by its name in lower case', async () => {
    const id = await newMember(admin, { username: 'Tully.Sporting' });
    const replica = await readReplica(scratch.url, {
      userId: 'guest',
      streams: { profile_by_username: [{ username: 'tully.sporting' }] },
    });
    expect(replica.ids('profiles_public')).toEqual([id]);
  });

  test('mention search gives at most five whose name begins so, to members only; wildcards are letters', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await newMember(admin, { username: `Zed_${n}` });
    const find = async (prefix: string) =>
      (await ann.rows<{ author: Author }>('select * from search_members($1)', [prefix])).map(
        (row) => row.author.username,
      );
    expect(await find('zED')).toEqual(['Zed_1', 'Zed_2', 'Zed_3', 'Zed_4', 'Zed_5']);
    for (const nothing of ['%', 'z_d', '', ' ', 'zed\\', "zed'"]) expect(await find(nothing)).toEqual([]);
    expect(await guest.refusal("select * from search_members('z')")).toMatchObject({ code: '42501' });
  });

  test('mention search leaves out members whom the caller blocks, and still gives five', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7]) ids.push(await newMember(admin, { username: `Pest_${n}` }));
    const find = async (session: Session) =>
      (await session.rows<{ author: Author }>("select * from search_members('pest')")).map(
        (row) => row.author.username,
      );
    await ann.rows('insert into blocks (user_id, blocked_id) values ($1, $2) returning id', [ann.id, ids[1]]);
    expect(await find(ann)).toEqual(['Pest_1', 'Pest_3', 'Pest_4', 'Pest_5', 'Pest_6']);
    expect(await find(ben)).toContain('Pest_2');
    await ann.rows('delete from blocks where blocked_id = $1 returning id', [ids[1]]);
    expect(await find(ann)).toContain('Pest_2');
  });

  test('which names exist is told to everybody, in any case, for at most 50 names a call', async () => {
    await newMember(admin, { username: 'Ends.With.Dot.' });
    const ask = (names: string[]) =>
      guest.rows<{ name: string }>('select * from existing_usernames($1) as name order by 1', [names]);
    expect(await ask(['ENDS.with.dot.', 'ends.with.dot', '%', ''])).toEqual([{ name: 'Ends.With.Dot.' }]);
    expect(await ask([...Array.from({ length: 50 }, (_, n) => `n${n}`), 'ends.with.dot.'])).toEqual([]);
  });

  test('the members list is alphabetical in bounded leaves, the official accounts last, and sizes stay true', async () => {
    const official = await newMember(admin, { username: 'aaa_official', is_official: true });
    for (let n = 0; n < 230; n++) await newMember(admin);
    const moved = await newMember(admin);
    await admin.query("update profiles set username = 'zzz-moved' where id = $1", [moved]);
    await admin.query('delete from auth.users where id = $1', [await newMember(admin)]);
    const { rows: pages } = await admin.query<{ id: number; starts_at: string | null; size: number }>(
      'select id, starts_at, size from directory_pages order by starts_at nulls last',
    );
    const streams = { members_index: [{}], members: pages.map((page) => ({ page: page.id })) };
    const replica = await readReplica(scratch.url, { userId: 'guest', streams });
    expect(replica.ids('directory_pages')).toHaveLength(pages.length);
    expect(pages.length).toBeGreaterThan(3);
    const people = [...(replica.tables.get('profiles_public')?.values() ?? [])];
    const list = pages.flatMap((page) => {
      const leaf = people.filter((person) => person.directory_page === page.id);
      expect(leaf.length, String(page.id)).toBe(page.size);
      expect(leaf.length).toBeLessThanOrEqual(100);
      return leaf.map((person) => nameOf(person).toLowerCase()).toSorted();
    });
    expect(list.slice(0, -1)).toEqual(list.slice(0, -1).toSorted());
    expect(list.at(-1)).toBe('aaa_official');
    expect(pages.at(-1)?.id).toBe(0);
    expect(list.at(-2)).toBe('zzz-moved');
    expect(list).toHaveLength(
      Number((await admin.query('select count(*) from profiles where username is not null')).rows[0].count),
    );
    expect(people.find((person) => person.id === official)?.is_official).toBe(1);
  });

  test('members who join at the same time all get a place', async () => {
    const before = Number((await admin.query('select sum(size) from directory_pages')).rows[0].sum);
    const clients = await Promise.all(Array.from({ length: 6 }, () => scratch.connect()));
    await Promise.all(
      clients.map(async (client) => {
        for (let n = 0; n < 30; n++) await newMember(client);
      }),
    );
    const { rows } = await admin.query(
      'select d.size, (select count(*)::int from profiles_public p where p.directory_page = d.id) as held from directory_pages d',
    );
    expect(rows.every((row) => row.size === row.held)).toBe(true);
    expect(rows.reduce((sum, row) => sum + row.size, 0)).toBe(before + 180);
  });
});

test('a deleted member leaves every list', async () => {
  const id = await newMember(admin, { username: `gone_${randomUUID().slice(0, 8)}` });
  const streams = await lookingAt(id);
  expect(await everything('guest', streams)).toContain(id);
  await admin.query('delete from auth.users where id = $1', [id]);
  expect(await everything('guest', streams)).not.toContain(id);
});
