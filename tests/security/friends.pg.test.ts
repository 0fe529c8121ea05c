import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v5 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import type { CrudOp } from '#contract/crud.ts';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let annDb: pg.Client;
let benDb: pg.Client;
let ann: Session;
let ben: Session;
let third: Session;
let official: string;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  await admin.query("update private.rate_limits set max_count = 40 where action = 'friend_request'");
  official = await newMember(admin, { is_official: true, username: 'rangeday' });
  annDb = await scratch.connect();
  benDb = await scratch.connect();
  third = new Session(await scratch.connect(), await newMember(admin));
});
beforeEach(async () => {
  ann = new Session(annDb, await newMember(admin));
  ben = new Session(benDb, await newMember(admin));
});
afterAll(() => scratch.stop());

const me = (session: Session): string => session.id ?? '';
const rowId = (user: string, friend: string): string => v5(`${user}:${friend}`, PAIR_NAMESPACES.friendship);
const request = (from: Session, to: Session, data: Record<string, unknown> = {}): CrudOp => ({
  op: 'PUT',
  table: 'friends',
  id: rowId(me(from), me(to)),
  data: { user_id: me(from), friend_id: me(to), status: 'pending', ...data },
});
const answer = (to: Session, from: Session, status: string): CrudOp => ({
  op: 'PATCH',
  table: 'friends',
  id: rowId(me(from), me(to)),
  data: { status },
});
const states = async (a = me(ann), b = me(ben)) =>
  (
    await admin.query(
      'select user_id = $1 as mine, status from friends where (user_id, friend_id) in (($1, $2), ($2, $1)) order by 1 desc',
      [a, b],
    )
  ).rows;
const FRIENDS = [
  { mine: true, status: 'accepted' },
  { mine: false, status: 'accepted' },
];
const told = async (session: Session) =>
  (await session.rows('select type, data from notifications order by created_at')) as {
    type: string;
    data: Record<string, unknown>;
  }[];
const count = async (id: string) =>
  (await admin.query('select friend_count from profile_stats where id = $1', [id])).rows[0].friend_count as number;

describe('the way of a friendship', () => {
  test('request, accept, unfriend; each is told once, also under replay, and the counts follow', async () => {
    const before = await count(me(ann));
    const asked = action(request(ann, ben));
    expect((await ann.applyCrud(asked))[0]?.status).toBe('applied');
    expect((await ann.applyCrud(asked))[0]?.status).toBe('duplicate');
    expect(await ann.applyCrud(action(request(ann, ben)))).toMatchObject([{ status: 'applied' }]);
    expect(await states()).toEqual([{ mine: true, status: 'pending' }]);
    const username = `user_${me(ann).slice(0, 8)}`;
    expect(await told(ben)).toEqual([
      {
        type: 'friend_request',
        data: { from_user_id: ann.id, from_username: username, from_profile_image_url: null },
      },
    ]);
    // Both see the request and the other's name on their device.
    for (const [one, other] of [
      [ann, ben],
      [ben, ann],
    ] as const) {
      const replica = await readReplica(scratch.url, { userId: me(one) });
      expect(replica.ids('friends')).toContain(rowId(me(ann), me(ben)));
      expect(replica.ids('people')).toContain(me(other));
    }

    const yes = action(answer(ben, ann, 'accepted'));
    expect((await ben.applyCrud(yes, yes)).map((result) => result.status)).toEqual(['applied', 'duplicate']);
    expect(await states()).toEqual(FRIENDS);
    expect((await told(ann)).map((row) => row.type)).toEqual(['friend_accept']);
    expect((await told(ann))[0]?.data).toMatchObject({ from_user_id: ben.id });
    expect(await told(ben)).toEqual([]);
    expect(await count(me(ann))).toBe(before + 1);

    await ann.applyCrud(action({ op: 'DELETE', table: 'friends', id: rowId(me(ann), me(ben)) }));
    expect(await states()).toEqual([]);
    expect(await count(me(ann))).toBe(before);
    expect((await readReplica(scratch.url, { userId: me(ben) })).ids('people')).not.toContain(me(ann));
  });

  test('declined is a command that removes the row, and a new request is told anew', async () => {
    await ann.run('insert into friends (user_id, friend_id) values ($1, $2)', [ann.id, ben.id]);
    const changed = await ben.run("update friends set status = 'declined' where user_id = $1", [ann.id]);
    expect(changed.rowCount).toBe(1);
    expect(await states()).toEqual([]);
    expect(await told(ben)).toEqual([]);
    await ann.run('insert into friends (user_id, friend_id) values ($1, $2)', [ann.id, ben.id]);
    expect(await told(ben)).toHaveLength(1);
    await ann.run('delete from friends where friend_id = $1', [ben.id]);
    expect(await states()).toEqual([]);
    expect(await told(ben)).toEqual([]);
  });

  test('over REST an upsert requests once; it neither accepts nor ends anything', async () => {
    const upsert = (status: string) =>
      `insert into friends (user_id, friend_id, status) values ('${me(ann)}', '${me(ben)}', '${status}')
       on conflict (user_id, friend_id) do update set user_id = excluded.user_id, friend_id = excluded.friend_id, status = excluded.status`;
    await ann.run(upsert('pending'));
    await ann.run(upsert('pending'));
    expect(await states()).toEqual([{ mine: true, status: 'pending' }]);
    expect(await told(ben)).toHaveLength(1);
    expect(await ann.refusal(upsert('accepted'))).toMatchObject({ code: '42501' });
    await ben.run("update friends set status = 'accepted' where user_id = $1", [ann.id]);
    expect(await ann.refusal(upsert('pending'))).toMatchObject({ code: '42501' });
    expect(await states()).toEqual(FRIENDS);
  });

  test('either side may end it', async () => {
    await admin.query('select private.befriend($1, $2)', [ann.id, ben.id]);
    await ben.run('delete from friends where user_id = $1 and friend_id = $2', [ann.id, ben.id]);
    expect(await states()).toEqual([]);
  });
});

describe('A17: only the recipient can accept a request', () => {
  test('a row is not born accepted, nor accepted by its sender, nor re-pointed', async () => {
    expect(
      await ann.refusal("insert into friends (user_id, friend_id, status) values ($1, $2, 'accepted')", [
        ann.id,
        ben.id,
      ]),
    ).toMatchObject({ code: '42501' });
    expect((await ann.applyCrud(action(request(ann, ben, { status: 'accepted' }))))[0]).toMatchObject({
      code: '42501',
    });
    // Not in the other's name either: that would be a request I can accept myself.
    expect((await ann.applyCrud(action(request(ben, ann))))[0]).toMatchObject({ code: '42501' });
    await ann.applyCrud(action(request(ann, ben)));
    for (const status of ['accepted', 'declined']) {
      expect((await ann.applyCrud(action(answer(ben, ann, status))))[0]).toMatchObject({
        status: 'rejected',
        code: '42501',
      });
    }
    for (const column of ['user_id', 'friend_id'])
      expect(await ann.refusal(`update friends set ${column} = $1`, [third.id])).toMatchObject({ code: '42501' });
    expect((await third.applyCrud(action(answer(ben, ann, 'accepted'))))[0]).toMatchObject({ code: 'P0002' });
    expect(await states()).toEqual([{ mine: true, status: 'pending' }]);
    // Control: the recipient may.
    expect((await ben.applyCrud(action(answer(ben, ann, 'accepted'))))[0]?.status).toBe('applied');
    expect(await states()).toEqual(FRIENDS);
    // And friendship is not turned back into a request.
    expect(
      await ann.refusal("update friends set status = 'pending' where user_id = $1 and friend_id = $2", [
        ann.id,
        ben.id,
      ]),
    ).toMatchObject({ code: '42501' });
  });

  test('a made-up id or a friendship with oneself is refused', async () => {
    expect((await ann.applyCrud(action({ ...request(ann, ben), id: randomUUID() })))[0]?.status).toBe('rejected');
    expect((await ann.applyCrud(action(request(ann, ann))))[0]).toMatchObject({
      code: '23514',
      message: 'You cannot befriend yourself.',
    });
  });
});

test('A18: official accounts cannot be unfriended', async () => {
  for (const sql of [
    'delete from friends where user_id = $1 and friend_id = $2',
    'delete from friends where user_id = $2 and friend_id = $1',
  ]) {
    expect(await ann.refusal(sql, [ann.id, official])).toMatchObject({
      code: '42501',
      message: 'Official accounts cannot be unfriended.',
    });
  }
  expect(await ann.refusal("update friends set status = 'declined' where friend_id = $1", [official])).toMatchObject({
    code: '42501',
  });
  expect(
    (await ann.applyCrud(action({ op: 'DELETE', table: 'friends', id: rowId(me(ann), official) })))[0],
  ).toMatchObject({ status: 'rejected' });
  expect(
    await ann.refusal('insert into blocks (user_id, blocked_id) values ($1, $2)', [ann.id, official]),
  ).toMatchObject({ code: '42501' });
  expect(await states(me(ann), official)).toEqual(FRIENDS);
});

test('the friends of an official account are counted, and none of their posts are in its feed', async () => {
  const counts = async () => [
    await count(official),
    (await admin.query("select from friends where user_id = $1 and status = 'accepted'", [official])).rowCount,
  ];
  const before = await count(official);
  const added = [await newMember(admin), await newMember(admin)];
  for (const id of added) await admin.query('select private.befriend($1, $2)', [id, official]);
  expect(await counts()).toEqual([before + 2, before + 2]);
  expect((await admin.query('select from friends where user_id = $1 and in_feed', [official])).rowCount).toBe(0);
  await admin.query('delete from auth.users where id = $1', [added[0]]);
  expect(await counts()).toEqual([before + 1, before + 1]);
});

describe('A19: one relation per pair', () => {
  test('crossed requests are a yes', async () => {
    await ann.applyCrud(action(request(ann, ben)));
    expect((await ben.applyCrud(action(request(ben, ann))))[0]?.status).toBe('applied');
    expect(await states()).toEqual(FRIENDS);
  });

  test('twelve crossed and repeated requests at once leave one relation', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => new Session(await scratch.connect(), n % 2 ? me(ann) : me(ben))),
    );
    const results = await Promise.all(
      sessions.map((session) =>
        session
          .applyCrud(action(session.id === ann.id ? request(ann, ben) : request(ben, ann)))
          .then((list) => list[0]?.status),
      ),
    );
    expect(new Set(results)).toEqual(new Set(['applied']));
    expect(await states()).toEqual(FRIENDS);
    expect(await told(ann).then((a) => told(ben).then((b) => a.length + b.length))).toBe(1);
  });

  test('a request repeated over REST at once leaves one row', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 6 }, async () => new Session(await scratch.connect(), me(ann))),
    );
    await Promise.all(
      sessions.map((session) =>
        session.refusal('insert into friends (user_id, friend_id) values ($1, $2)', [ann.id, ben.id]),
      ),
    );
    expect(await states()).toEqual([{ mine: true, status: 'pending' }]);
  });
});

test('A55: friend requests are bounded per sender', async () => {
  for (let n = 0; n < 40; n++) {
    expect(await ann.refusal('insert into friends (friend_id) values ($1)', [await newMember(admin)])).toBeNull();
  }
  expect(await ann.refusal('insert into friends (friend_id) values ($1)', [ben.id])).toMatchObject({ code: 'PT429' });
  expect(await ben.refusal('insert into friends (friend_id) values ($1)', [ann.id])).toBeNull();
});

test('A34, A35: guests read none; a banned member reads and writes none', async () => {
  await admin.query('select private.befriend($1, $2)', [ann.id, ben.id]);
  const guest = new Session(benDb, null);
  expect(await guest.refusal('select * from friends')).toMatchObject({ code: '42501' });
  await admin.query("insert into posts (user_id, title, visibility) values ($1, 'for friends', 'friends')", [ben.id]);
  const posts = () => ann.rows('select id from posts where user_id = $1', [ben.id]);
  expect(await posts()).toHaveLength(1);
  await admin.query('update profiles set is_banned = true where id = $1', [ann.id]);
  expect(await ann.rows('select id from friends')).toEqual([]);
  expect(await posts()).toEqual([]);
  expect((await ann.applyCrud(action(request(ann, third))))[0]).toMatchObject({ code: '42501' });
  await admin.query('update profiles set is_banned = false where id = $1', [ann.id]);
  expect(await posts()).toHaveLength(1);
});

test('A07: neither friends nor authors learn of a ban, by value or by filter', async () => {
  await admin.query('select private.befriend($1, $2)', [ann.id, ben.id]);
  const { rows } = await admin.query<{ id: string }>(
    "insert into posts (user_id, title, visibility, shared_with) values ($1, 'for ben', 'friends', array[$2::uuid]) returning id",
    [ann.id, ben.id],
  );
  const seen = async () => [
    await ann.rows('select id, user_id, friend_id, status, created_at from friends order by id'),
    await ann.rows('select post_id, user_id, author_id, created_at from post_recipients where post_id = $1', [
      rows[0]?.id,
    ]),
  ];
  const before = await seen();
  expect(before.map((list) => list.length > 0)).toEqual([true, true]);
  await admin.query('update profiles set is_banned = true where id = $1', [ben.id]);
  expect(await seen()).toEqual(before);
  for (const sql of [
    'select user_active from friends',
    'select id from friends where not user_active',
    'select id from friends order by user_active',
    'select * from friends',
    'delete from friends where not user_active',
    'select in_feed from friends',
    'select readable from post_recipients',
    'select post_id from post_recipients where not readable',
  ])
    expect(await ann.refusal(sql), sql).toMatchObject({ code: '42501' });
  await admin.query('update profiles set is_banned = false where id = $1', [ben.id]);
});

test('at most 200 friends reach the feed, the next one moves up, and all are among the people of a device', async () => {
  await admin.query(
    `with made as (insert into auth.users (id, email) select gen_random_uuid(), 'many-' || n || '@x.example' from generate_series(1, 210) n returning id, email)
     insert into profiles (id, email, username) select id, email, replace(split_part(email, '@', 1), '-', '_') from made`,
  );
  await admin.query('insert into profile_stats (id) select id from profiles on conflict do nothing');
  await admin.query("select private.befriend($1, id) from profiles where username like 'many\\_%'", [ann.id]);
  const inFeed = async () =>
    Number((await admin.query('select count(*) from friends where user_id = $1 and in_feed', [ann.id])).rows[0].count);
  expect(await inFeed()).toBe(200);
  expect(await count(me(ann))).toBe(211);
  const { rows } = await admin.query('select friend_id from friends where user_id = $1 and in_feed limit 2', [ann.id]);
  await ann.run('delete from friends where user_id = $1 and friend_id = any ($2)', [
    ann.id,
    rows
      .map((row) => row.friend_id)
      .filter((id) => id !== official)
      .slice(0, 1),
  ]);
  expect(await inFeed()).toBe(200);
  const replica = await readReplica(scratch.url, { userId: me(ann) });
  expect(replica.buckets.length).toBeLessThan(300);
  expect(replica.parameterRows).toBeLessThan(1000);
  expect(replica.ids('people').length).toBeGreaterThanOrEqual(210);
});
