import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v5 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
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

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
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
const request = (from: Session, to: Session): CrudOp => ({
  op: 'PUT',
  table: 'friends',
  id: v5(`${me(from)}:${me(to)}`, PAIR_NAMESPACES.friendship),
  data: { user_id: me(from), friend_id: me(to), status: 'pending' },
});
const states = async () =>
  (await admin.query('select status from friends where (user_id, friend_id) in (($1, $2), ($2, $1))', [ann.id, ben.id]))
    .rows;
const told = (session: Session) => session.rows('select type from notifications');

test('A15: a block ends friendship and request, on the devices too, and refuses new ones both ways alike', async () => {
  await admin.query('select private.befriend($1, $2)', [ann.id, ben.id]);
  await admin.query("insert into posts (user_id, title, visibility) values ($1, 'for friends', 'friends')", [ann.id]);
  const readable = () => ben.rows('select id from posts where user_id = $1', [ann.id]);
  expect(await readable()).toHaveLength(1);
  const blocked = action({
    op: 'PUT',
    table: 'blocks',
    id: randomUUID(),
    data: { user_id: ann.id, blocked_id: ben.id },
  });
  expect((await ann.applyCrud(blocked))[0]?.status).toBe('applied');
  expect(await states()).toEqual([]);
  expect(await readable()).toEqual([]);
  const replica = await readReplica(scratch.url, { userId: me(ben) });
  expect([...(replica.tables.get('posts')?.values() ?? [])].filter((post) => post.user_id === ann.id)).toEqual([]);
  // The blocked side is told nothing: no row, and the words for a member who is not there.
  expect(replica.ids('blocks')).toEqual([]);
  expect(await ben.rows('select * from blocks')).toEqual([]);
  const message = 'This member cannot be sent a friend request.';
  expect((await ben.applyCrud(action(request(ben, ann))))[0]).toMatchObject({ code: '42501', message });
  expect((await ann.applyCrud(action(request(ann, ben))))[0]).toMatchObject({ code: '42501', message });
  const nobody = new Session(benDb, randomUUID());
  expect((await ben.applyCrud(action(request(ben, nobody))))[0]).toMatchObject({ code: '42501', message });
  // Control: lifted, it is possible again.
  await ann.run('delete from blocks');
  expect((await ben.applyCrud(action(request(ben, ann))))[0]?.status).toBe('applied');
});

test('A15: neither comments on the other’s posts, in one sentence for both; staff do; lifted, both may', async () => {
  const posts = new Map<Session, string>();
  for (const one of [ann, ben]) {
    const [row] = await one.rows<{ id: string }>("insert into posts (title) values ('Fog') returning id");
    posts.set(one, row?.id ?? '');
  }
  const say = (from: Session, on: Session) =>
    from.refusal("insert into comments (post_id, text) values ($1, 'So')", [posts.get(on)]);
  expect(await say(ben, ann)).toBeNull();
  await ann.run('insert into blocks (blocked_id) values ($1)', [ben.id]);
  const refusal = { code: '42501', message: 'You cannot comment on this post.' };
  expect(await say(ben, ann)).toEqual(refusal);
  expect(await say(ann, ben)).toEqual(refusal);
  expect(await ben.refusal("update comments set text = 'Listen' where user_id = $1", [ben.id])).toEqual(refusal);
  expect(await ben.refusal('delete from comments where user_id = $1', [ben.id])).toBeNull();
  expect(await say(third, ann)).toBeNull();
  await admin.query("update profiles set role = 'admin' where id = $1", [ben.id]);
  expect(await say(ben, ann)).toBeNull();
  await admin.query("update profiles set role = 'user' where id = $1", [ben.id]);
  await ann.run('delete from blocks');
  expect(await say(ben, ann)).toBeNull();
  expect(await say(ann, ben)).toBeNull();
});

test('A15: a block ends a request of either side and takes back its notification', async () => {
  for (const [from, to] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    expect((await from.applyCrud(action(request(from, to))))[0]?.status).toBe('applied');
    expect(await told(to)).toHaveLength(1);
    await ann.run('insert into blocks (blocked_id) values ($1)', [ben.id]);
    expect(await states()).toEqual([]);
    expect(await told(to)).toEqual([]);
    await ann.run('delete from blocks');
  }
});

test('two devices that list the same member offline are both applied; the later row stays', async () => {
  for (const [table, column] of [
    ['blocks', 'blocked_id'],
    ['mutes', 'muted_id'],
  ] as const) {
    const put = () => action({ op: 'PUT', table, id: randomUUID(), data: { user_id: ann.id, [column]: ben.id } });
    const [phone, desk] = [put(), put()];
    expect((await ann.applyCrud(phone, desk, phone)).map(({ status }) => status)).toEqual([
      'applied',
      'applied',
      'duplicate',
    ]);
    expect(await ann.rows(`select id from ${table}`)).toEqual([{ id: desk.ops[0]?.id }]);
    const known = `select why from known_people where person_id = $1`;
    expect(await ann.rows(known, [ben.id])).toEqual([{ why: table === 'blocks' ? 'block' : 'mute' }]);
    // Nobody replaces a row of somebody else.
    const forged = `insert into ${table} (user_id, ${column}) values ($1, $2)`;
    expect(await third.refusal(forged, [ann.id, ben.id])).toMatchObject({ code: '42501' });
    expect(await ann.rows(`select id from ${table}`)).toEqual([{ id: desk.ops[0]?.id }]);
    await ann.run(`delete from ${table}`);
  }
});

test('blocks and mutes in another name are rejected, and only the owner can read a list', async () => {
  for (const [table, column] of [
    ['blocks', 'blocked_id'],
    ['mutes', 'muted_id'],
  ] as const) {
    const sql = `insert into ${table} (user_id, ${column}) values ($1, $2)`;
    expect(await ann.refusal(sql, [ben.id, third.id])).toMatchObject({ code: '42501' });
    expect(await ann.refusal(sql, [ann.id, ben.id])).toBeNull();
    expect(await ben.rows(`select * from ${table}`)).toEqual([]);
    expect((await ben.run(`delete from ${table}`)).rowCount).toBe(0);
    const replica = await readReplica(scratch.url, { userId: me(ann) });
    expect(replica.ids(table)).toHaveLength(1);
    expect(replica.ids('people')).toContain(me(ben));
    expect((await ann.run(`delete from ${table}`)).rowCount).toBe(1);
  }
});
