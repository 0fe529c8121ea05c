import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  annDb = await scratch.connect();
  benDb = await scratch.connect();
  third = new Session(await scratch.connect(), await newMember(admin));
  guest = new Session(await scratch.connect(), null);
});
beforeEach(async () => {
  ann = new Session(annDb, await newMember(admin));
  ben = new Session(benDb, await newMember(admin));
});
afterAll(() => scratch.stop());

const me = (session: Session): string => session.id ?? '';
const message = (
  from: Session,
  to: Session,
  content = 'See you at the gate',
  data: Record<string, unknown> = {},
): CrudOp => ({
  op: 'PUT',
  table: 'private_messages',
  id: randomUUID(),
  data: { sender_id: me(from), recipient_id: me(to), content, ...data },
});
const send = async (from: Session, to: Session, content?: string): Promise<string> => {
  const op = message(from, to, content);
  expect(await from.applyCrud(action(op))).toMatchObject([{ status: 'applied' }]);
  return op.id;
};
const ids = async (session: Session) =>
  (await session.rows<{ id: string }>('select id from private_messages')).map((row) => row.id).toSorted();
const replicaOf = (session: Session, streams = {}) => readReplica(scratch.url, { userId: me(session), streams });
const inbox = (session: Session, of = me(session)) => session.rows('select * from get_conversations($1)', [of]);

describe('A08: a conversation is for its two ends', () => {
  test('others cannot read it over REST, by rpc, by sync or with guessed streams', async () => {
    const id = await send(ann, ben);
    expect(await ids(third)).toEqual([]);
    expect(await third.rows('select * from threads_index')).toEqual([]);
    expect(await inbox(third, me(ann))).toEqual([]);
    expect(await guest.refusal('select * from private_messages')).toMatchObject({ code: '42501' });
    expect(await guest.refusal('select * from get_conversations($1)', [ann.id])).toMatchObject({ code: '42501' });
    const hostile = await replicaOf(third, {
      thread_history: [
        { user_id: me(ann), page: 0 },
        { user_id: me(ben), page: 0, sender_id: me(ann) },
      ],
      my_messages: [{ user_id: me(ann) }],
    });
    expect(hostile.ids('private_messages')).toEqual([]);
    expect(hostile.ids('threads_index')).toEqual([]);
    const staff = new Session(benDb, await newMember(admin, { role: 'ceo' }));
    expect(await ids(staff)).toEqual([]);
    // Control: both ends read it, both ways.
    for (const [one, other] of [
      [ann, ben],
      [ben, ann],
    ] as const) {
      expect(await ids(one)).toEqual([id]);
      const replica = await replicaOf(one);
      expect(replica.ids('private_messages')).toEqual([id]);
      expect(replica.ids('threads_index')).toEqual([me(other)]);
      expect(replica.ids('people')).toContain(me(other));
      expect(await inbox(one)).toMatchObject([
        { user_id: other.id, username: `user_${me(other).slice(0, 8)}`, unread: one === ben ? 1 : 0 },
      ]);
    }
  });
});

describe('A09: allowed writes', () => {
  test('a forged sender, a message to oneself and one without a recipient are rejected', async () => {
    expect((await ann.applyCrud(action(message(ben, third))))[0]).toMatchObject({ code: '42501' });
    expect((await ann.applyCrud(action(message(ann, ann))))[0]).toMatchObject({ code: '23514' });
    expect((await ann.applyCrud(action(message(ann, ben, 'x', { recipient_id: randomUUID() }))))[0]).toMatchObject({
      code: '42501',
      message: 'This member cannot receive messages from you.',
    });
  });

  test('messages cannot be edited or deleted; only the recipient can mark them read', async () => {
    const id = await send(ann, ben);
    for (const session of [ann, ben]) {
      expect(await session.refusal("update private_messages set content = 'x' where id = $1", [id])).toMatchObject({
        code: '42501',
      });
      expect(await session.refusal('delete from private_messages where id = $1', [id])).toMatchObject({
        code: '42501',
      });
      for (const column of ['sender_id', 'recipient_id', 'created_at', 'thread_page']) {
        expect(
          await session.refusal(`update private_messages set ${column} = ${column} where id = $1`, [id]),
        ).toMatchObject({ code: '42501' });
      }
    }
    expect((await ann.run('update private_messages set read = true where id = $1', [id])).rowCount).toBe(0);
    expect(
      (await third.applyCrud(action({ op: 'PATCH', table: 'private_messages', id, data: { read: true } })))[0],
    ).toMatchObject({ status: 'rejected' });
    expect(
      (await ben.applyCrud(action({ op: 'PATCH', table: 'private_messages', id, data: { content: 'x' } })))[0],
    ).toMatchObject({ code: '42703' });
    expect(await inbox(ben)).toMatchObject([{ unread: 1 }]);
    const read = action({ op: 'PATCH', table: 'private_messages', id, data: { read: 1 } });
    expect((await ben.applyCrud(read, read)).map((one) => one.status)).toEqual(['applied', 'duplicate']);
    expect(await inbox(ben)).toMatchObject([{ unread: 0 }]);
    expect((await replicaOf(ann)).tables.get('private_messages')?.get(id)).toMatchObject({ read: 1 });
  });

  test('a message is born unread, at the server’s time, and a replay sends it once', async () => {
    const op = message(ann, ben, 'x', { read: true, created_at: '2999-01-01T00:00:00Z' });
    const tx = action(op);
    await ann.applyCrud(tx, tx, action(op));
    const [row] = await ben.rows<{ read: boolean; created_at: Date }>('select read, created_at from private_messages');
    expect(row?.read).toBe(false);
    expect(row?.created_at.getFullYear()).toBeLessThan(2999);
    expect(await ids(ben)).toEqual([op.id]);
    expect(await inbox(ben)).toMatchObject([{ unread: 1 }]);
  });
});

test.each([
  ['blank', '  \u00a0\n', 'A message cannot be blank.'],
  ['too long', 'x'.repeat(4001), 'A message may have at most 4,000 characters.'],
  ['huge', 'x'.repeat(900_000), 'A message may have at most 4,000 characters.'],
])('A55: a %s message is refused with the reason', async (_name, content, reason) => {
  expect((await ann.applyCrud(action(message(ann, ben, content))))[0]).toMatchObject({
    status: 'rejected',
    code: '23514',
    message: reason,
  });
  await send(ann, ben, 'x'.repeat(4000));
});

test('A34: banned and muted senders, banned recipients and blocked pairs are refused at once; blocks both ways alike', async () => {
  await send(ann, ben);
  await admin.query('update profiles set is_muted = true where id = $1', [ann.id]);
  expect((await ann.applyCrud(action(message(ann, ben))))[0]).toMatchObject({
    code: '42501',
    message: 'Your account is muted, so this was not published.',
  });
  expect(await ids(ann)).toHaveLength(1);
  await admin.query('update profiles set is_muted = false, is_banned = true where id = $1', [ann.id]);
  expect((await ann.applyCrud(action(message(ann, ben))))[0]).toMatchObject({ code: '42501' });
  expect(await ids(ann)).toEqual([]);
  expect(await inbox(ann)).toEqual([]);
  const replica = await replicaOf(ann, { thread_history: [{ user_id: me(ben), page: 0 }] });
  expect(replica.ids('private_messages')).toEqual([]);
  expect(replica.ids('threads_index')).toEqual([]);
  expect((await ben.applyCrud(action(message(ben, ann))))[0]).toMatchObject({ code: '42501' });
  await admin.query('update profiles set is_banned = false where id = $1', [ann.id]);
  await send(ann, ben);
  await ann.run('insert into blocks (blocked_id) values ($1)', [ben.id]);
  for (const [from, to] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    expect((await from.applyCrud(action(message(from, to))))[0]).toMatchObject({
      code: '42501',
      message: 'This member cannot receive messages from you.',
    });
  }
  await send(ben, third);
});

test('an official account is written to and answers like any member', async () => {
  const official = new Session(benDb, await newMember(admin, { is_official: true }));
  await send(ann, official, 'I cannot log in on my phone');
  await send(official, ann, 'Try the code by mail');
  expect(await inbox(ann)).toMatchObject([{ user_id: me(official), unread: 1 }]);
  expect(await inbox(official)).toMatchObject([{ user_id: me(ann), unread: 1 }]);
});

test('A55: messages are bounded per sender', async () => {
  await admin.query("update private.rate_limits set max_count = 3 where action = 'message'");
  try {
    for (let n = 0; n < 3; n++) await send(ann, ben);
    expect((await ann.applyCrud(action(message(ann, ben))))[0]).toMatchObject({ status: 'rejected', code: 'PT429' });
    await send(ben, ann);
  } finally {
    await admin.query("update private.rate_limits set max_count = 300 where action = 'message'");
  }
});

test('two members can write to each other at the same time, and the counts are right', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => new Session(await scratch.connect(), n % 2 ? me(ann) : me(ben))),
  );
  await Promise.all(
    sessions.map(async (session) => {
      for (let n = 0; n < 5; n++) await send(session, session.id === ann.id ? ben : ann);
    }),
  );
  expect(await inbox(ann)).toMatchObject([{ unread: 15 }]);
  expect(await inbox(ben)).toMatchObject([{ unread: 15 }]);
});

test('a device holds the newest 500 without holes, the history comes in pages to both ends, and a read message makes all older ones of its sender read', async () => {
  await admin.query(
    `insert into private_messages (sender_id, recipient_id, content) select case when n % 3 = 0 then $1::uuid else $2 end, case when n % 3 = 0 then $2::uuid else $1 end, 'no ' || n
     from generate_series(1, 530) n`,
    [ann.id, ben.id],
  );
  const all = (
    await admin.query<{ id: string; sender_id: string }>(
      'select id, sender_id from private_messages where $1 in (sender_id, recipient_id) order by created_at desc',
      [ann.id],
    )
  ).rows;
  const newest = all
    .slice(0, 500)
    .map((row) => row.id)
    .toSorted();
  for (const [one, other] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    const replica = await replicaOf(one);
    expect(replica.ids('private_messages')).toEqual(newest);
    expect(replica.tables.get('threads_index')?.get(me(other))).toMatchObject({ message_count: 530 });
    const old = await replicaOf(one, {
      thread_history: Array.from({ length: 6 }, (_, page) => ({ user_id: me(other), page })),
    });
    expect(old.ids('private_messages')).toHaveLength(530);
    expect(old.buckets.length).toBeLessThan(300);
  }

  // Some of them are not on Ben's device.
  expect(all.slice(500).filter((row) => row.sender_id === ann.id)).toHaveLength(10);
  await send(third, ben);
  const seen = await send(ann, ben);
  const last = await send(ann, ben);
  expect(await inbox(ben)).toMatchObject([{ user_id: ann.id, unread: 178 }, { unread: 1 }]);
  const read = (id: string) => ben.applyCrud(action({ op: 'PATCH', table: 'private_messages', id, data: { read: 1 } }));
  expect(await read(seen)).toMatchObject([{ status: 'applied' }]);
  const unread = await admin.query<{ id: string }>(
    'select id from private_messages where recipient_id = $1 and sender_id = $2 and not read',
    [ben.id, ann.id],
  );
  expect(unread.rows).toEqual([{ id: last }]);
  expect(new Set((await inbox(ben)).map((row) => `${row.user_id} ${row.unread}`))).toEqual(
    new Set([`${me(ann)} 1`, `${me(third)} 1`]),
  );
  expect(await read(last)).toMatchObject([{ status: 'applied' }]);
  expect(await inbox(ben)).toMatchObject([
    { user_id: third.id, unread: 1 },
    { user_id: ann.id, unread: 0 },
  ]);
});

test('the inbox shows unread first, then the latest, and follows a new name', async () => {
  await send(third, ann);
  await send(ann, ben);
  expect((await inbox(ann)).map((row) => row.user_id)).toEqual([third.id, ben.id]);
  await admin.query('update private_messages set read = true where recipient_id = $1', [ann.id]);
  expect((await inbox(ann)).map((row) => row.user_id)).toEqual([ben.id, third.id]);
  await ben.run("update profiles set username = 'Renamed.Ben' where id = $1", [ben.id]);
  expect(await inbox(ann)).toMatchObject([{ username: 'Renamed.Ben' }, {}]);
});
