import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v5 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_LIMITS } from '#contract/crud-versions.ts';
import { CrudAnswer } from '#contract/crud.ts';
import { createBatch, toCrudBatch } from '#data/upload/send-queue.ts';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import { action, newMember, putPost, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let ann: Session;
let ben: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  ann = new Session(await scratch.connect(), await newMember(admin));
  ben = new Session(await scratch.connect(), await newMember(admin));
});
afterAll(() => scratch.stop());

const me = (session: Session): string => session.id ?? '';
const voteId = (post: string, voter: string): string => v5(`${post}:${voter}`, PAIR_NAMESPACES.post_vote);
const postCount = async (id: string): Promise<number> =>
  Number((await admin.query('select count(*) from posts where id = $1', [id])).rows[0].count);
const titleOf = async (id: string): Promise<string | undefined> =>
  (await admin.query<{ title: string }>('select title from posts where id = $1', [id])).rows[0]?.title;

test('a post is applied once, and a second delivery is a duplicate', async () => {
  const op = putPost(me(ann));
  const tx = action(op);
  expect(await ann.applyCrud(tx)).toEqual([{ action_id: tx.action_id, status: 'applied' }]);
  expect(await ann.applyCrud(tx, tx)).toEqual([
    { action_id: tx.action_id, status: 'duplicate' },
    { action_id: tx.action_id, status: 'duplicate' },
  ]);
  expect(await postCount(op.id)).toBe(1);
});

test('the answer has the form of the contract', async () => {
  const [row] = await ann.rows<{ answer: unknown }>('select public.apply_crud($1) as answer', [
    JSON.stringify({ v: 1, actions: [action(putPost(me(ann))), action(putPost(me(ben)))] }),
  ]);
  const answer = CrudAnswer.parse(row?.answer);
  expect(answer.results.map((result) => result.status)).toEqual(['applied', 'rejected']);
});

test('a replayed insert does not undo a later edit', async () => {
  const op = putPost(me(ann), { title: 'First' });
  const insert = action(op);
  await ann.applyCrud(insert, action({ op: 'PATCH', table: 'posts', id: op.id, data: { title: 'Second' } }));
  await ann.applyCrud(insert);
  await ann.applyCrud(action(op));
  expect(await titleOf(op.id)).toBe('Second');
});

test('a deleted post does not come back, by replay or under a new action', async () => {
  const op = putPost(me(ann));
  const insert = action(op);
  await ann.applyCrud(insert, action({ op: 'DELETE', table: 'posts', id: op.id }));
  expect((await ann.applyCrud(insert))[0]?.status).toBe('duplicate');
  expect((await ann.applyCrud(action(op)))[0]).toMatchObject({ status: 'rejected', code: '23505' });
  expect(await postCount(op.id)).toBe(0);
});

test('A55 a refusal larger than any honest action is kept without its words', async () => {
  const flood = action(putPost(me(ann), { description: 'x'.repeat(100_000) }));
  expect((await ann.applyCrud(flood))[0]).toMatchObject({ status: 'rejected', code: '23514' });
  const [op] = flood.ops;
  expect(await ann.rows('select ops from write_rejections where id = $1', [flood.action_id])).toEqual([
    { ops: [{ op: 'PUT', table: 'posts', id: op?.id }] },
  ]);
});

test('an operation that is no object, and larger than any honest one, is refused alone', async () => {
  const [before, after] = [action(putPost(me(ann))), action(putPost(me(ann)))];
  const odd = { action_id: randomUUID(), ops: ['x'.repeat(70_000)] };
  const batch = JSON.stringify({ v: 1, actions: [before, odd, after] });
  const [row] = await ann.rows<{ answer: { results: { status: string }[] } }>(
    'select public.apply_crud($1) as answer',
    [batch],
  );
  expect(row?.answer.results.map(({ status }) => status)).toEqual(['applied', 'rejected', 'applied']);
});

test('a poisoned action in the middle is refused alone, with its reason, and kept for its author only', async () => {
  const [first, poison, last] = [
    action(putPost(me(ann))),
    action(putPost(me(ann), { title: 'x'.repeat(201) })),
    action(putPost(me(ann))),
  ];
  const results = await ann.applyCrud(first, poison, last);
  expect(results.map((result) => result.status)).toEqual(['applied', 'rejected', 'applied']);
  expect(results[1]).toMatchObject({ code: '23514', message: 'A title may have at most 200 characters.' });
  const kept = await ann.rows('select user_id, ops, code, message from write_rejections where id = $1', [
    poison.action_id,
  ]);
  expect(kept).toEqual([
    { user_id: ann.id, ops: poison.ops, code: '23514', message: 'A title may have at most 200 characters.' },
  ]);
  expect(await ben.rows('select id from write_rejections where id = $1', [poison.action_id])).toEqual([]);
});

test('an action is all or nothing', async () => {
  const good = putPost(me(ann));
  const picture = { post_id: good.id, user_id: me(ann), url: 'javascript:alert(1)', position: 0 };
  const [result] = await ann.applyCrud(
    action(good, { op: 'PUT', table: 'post_images', id: randomUUID(), data: picture }),
  );
  expect(result).toMatchObject({ status: 'rejected', message: 'That image address cannot be used.' });
  expect(await postCount(good.id)).toBe(0);
});

test('changing or deleting no row is a refusal, not a success', async () => {
  const theirs = putPost(me(ben));
  await ben.applyCrud(action(theirs));
  const results = await ann.applyCrud(
    action({ op: 'PATCH', table: 'posts', id: theirs.id, data: { title: 'Mine now' } }),
    action({ op: 'DELETE', table: 'posts', id: theirs.id }),
    action({ op: 'DELETE', table: 'posts', id: randomUUID() }),
  );
  // The same answer for another's row and for no row: the id of an invisible post tells nothing.
  expect(results.map((result) => result.code)).toEqual(['P0002', 'P0002', 'P0002']);
  expect(results[1]?.message).toBe(results[2]?.message);
  expect(await titleOf(theirs.id)).toBe('Fog on the line');
});

test('writes in another member’s name or to another member’s row are rejected', async () => {
  const forged = putPost(me(ben));
  const theirs = putPost(me(ben));
  await ben.applyCrud(action(theirs));
  const results = await ann.applyCrud(action(forged), action(putPost(me(ann), { title: 'Over yours' }, theirs.id)));
  expect(results).toMatchObject([
    { status: 'rejected', code: '42501', message: 'You are not allowed to do this.' },
    { status: 'rejected', code: '23505' },
  ]);
  expect(await titleOf(theirs.id)).toBe('Fog on the line');
});

test('only known tables, columns and operations are taken', async () => {
  const own = putPost(me(ann));
  await ann.applyCrud(action(own));
  const results = await ann.applyCrud(
    action({ op: 'PUT', table: 'profiles', id: me(ann), data: { role: 'ceo' } }),
    action({ op: 'PUT', table: 'applied_operations', id: randomUUID(), data: {} }),
    action(putPost(me(ann), { author_page: 0 })),
    action({ op: 'PATCH', table: 'posts', id: own.id, data: { created_at: '2999-01-01' } }),
    action({ op: 'PUT', table: 'write_rejections', id: randomUUID(), data: { code: 'x' } }),
    action({ op: 'PATCH', table: 'posts; drop table posts', id: own.id, data: { title: 'x' } }),
  );
  expect(results.map((result) => result.code)).toEqual(['42501', '42P01', '42703', '42703', '42501', '42P01']);
});

test('a device cannot choose time, status or place in the feed', async () => {
  const op = putPost(me(ann), { created_at: '2999-01-01T00:00:00Z', status: 'removed', feed_page: 9999, sticky: 0 });
  expect((await ann.applyCrud(action(op)))[0]?.status).toBe('applied');
  const { rows } = await admin.query(
    'select status, feed_page < 9999 as placed, created_at <= clock_timestamp() as past from posts where id = $1',
    [op.id],
  );
  expect(rows).toEqual([{ status: 'live', placed: true, past: true }]);
});

test('a value left open gets the default', async () => {
  const op = putPost(me(ann), { visibility: null, sticky: null, description: null });
  expect((await ann.applyCrud(action(op)))[0]?.status).toBe('applied');
  expect((await admin.query('select visibility, sticky from posts where id = $1', [op.id])).rows).toEqual([
    { visibility: 'public', sticky: false },
  ]);
});

test('posts written offline keep their order', async () => {
  const ops = [1, 2, 3, 4].map((n) => putPost(me(ann), { title: `Number ${n}` }));
  await ann.applyCrud(...ops.map((op) => action(op)));
  const { rows } = await admin.query<{ title: string }>(
    'select title from posts where id = any ($1) order by created_at',
    [ops.map((op) => op.id)],
  );
  expect(rows.map((row) => row.title)).toEqual(['Number 1', 'Number 2', 'Number 3', 'Number 4']);
});

test('a change to a refused post names the refusal that blocks it', async () => {
  const post = putPost(me(ann), { title: '', description: '' });
  const parent = action(post);
  const child = action({ op: 'PATCH', table: 'posts', id: post.id, data: { title: 'Edited' } });
  const [, result] = await ann.applyCrud(parent, child);
  expect(result).toMatchObject({ status: 'rejected', blocked_by: parent.action_id });
});

test('a refused action may be sent again once its reason is gone, and then leaves the outbox', async () => {
  const muted = new Session(await scratch.connect(), await newMember(admin, { is_muted: true }));
  const tx = action(putPost(me(muted)));
  expect((await muted.applyCrud(tx))[0]).toMatchObject({
    status: 'rejected',
    code: '42501',
    message: 'Your account is muted, so this was not published.',
  });
  await admin.query('update profiles set is_muted = false where id = $1', [muted.id]);
  expect((await muted.applyCrud(tx))[0]?.status).toBe('applied');
  expect(await muted.rows('select id from write_rejections')).toEqual([]);
});

test('a discarded action does not come back to life by a late delivery', async () => {
  const tx = action(putPost(me(ann), { sticky: 1 }));
  expect((await ann.applyCrud(tx))[0]?.status).toBe('rejected');
  expect((await ann.applyCrud(action({ op: 'DELETE', table: 'write_rejections', id: tx.action_id })))[0]?.status).toBe(
    'applied',
  );
  expect((await ann.applyCrud(tx))[0]?.status).toBe('duplicate');
});

test('two deliveries at the same moment have one effect', async () => {
  const second = new Session(await scratch.connect(), ann.id);
  const txs = Array.from({ length: 10 }, () => action(putPost(me(ann))));
  const [one, two] = await Promise.all([ann.applyCrud(...txs), second.applyCrud(...txs)]);
  for (const [index, tx] of txs.entries()) {
    expect(new Set([one[index]?.status, two[index]?.status])).toEqual(new Set(['applied', 'duplicate']));
    expect(await postCount(tx.ops[0]?.id ?? '')).toBe(1);
  }
});

test('one member’s action id does not occupy another’s', async () => {
  const tx = action(putPost(me(ann)));
  await ann.applyCrud(tx);
  const same = { ...action(putPost(me(ben))), action_id: tx.action_id };
  expect((await ben.applyCrud(same))[0]?.status).toBe('applied');
});

test('a call that is no batch, too large or unsigned is refused as a whole', async () => {
  const call = async (session: Session, body: unknown) =>
    (await session.refusal('select public.apply_crud($1)', [JSON.stringify(body)]))?.code;
  const guest = new Session(await scratch.connect(), null);
  const gone = new Session(await scratch.connect(), randomUUID());
  const fine = { v: 1, actions: [action(putPost(me(ann)))] };
  expect(await call(guest, fine)).toBe('42501');
  expect(await call(gone, fine)).toBe('42501');
  expect(await call(ann, { v: 2, actions: [] })).toBe('22023');
  expect(await call(ann, { v: 1, actions: [{ action_id: 'x', ops: [] }] })).toBe('22023');
  expect(await call(ann, { v: 1, actions: [action(...Array.from({ length: 201 }, () => putPost(me(ann))))] })).toBe(
    '22023',
  );
  expect(await call(ann, { v: 1, actions: [action(putPost(me(ann), { description: 'x'.repeat(1024 * 1024) }))] })).toBe(
    '22023',
  );
  expect(await call(ann, fine)).toBeUndefined();
});

// Deletes that find nothing: rejected one by one, but the call is accepted.
const noOp = () => ({ op: 'DELETE' as const, table: 'notifications', id: randomUUID() });
const ops = (count: number) => Array.from({ length: count }, noOp);
const actions = (count: number) => Array.from({ length: count }, () => action(noOp()));

test('A55: a call has 1 to 200 actions of 1 to 100 operations', async () => {
  const session = new Session(await scratch.connect(), await newMember(admin));
  const call = async (...sent: unknown[]) =>
    (await session.refusal('select public.apply_crud($1)', [JSON.stringify({ v: 1, actions: sent })]))?.code ?? 'taken';
  const empty = { ...action(noOp()), ops: [] };
  expect(await call(...actions(CALL_LIMITS.actions))).toBe('taken');
  expect(await call(action(...ops(CALL_LIMITS.ops)))).toBe('taken');
  expect(await call(...actions(CALL_LIMITS.actions + 1))).toBe('22023');
  expect(await call(action(...ops(CALL_LIMITS.ops + 1)))).toBe('22023');
  expect(await call()).toBe('22023');
  expect(await call(action(noOp()), empty)).toBe('22023');
  expect(await call(...Array.from({ length: 15_000 }, () => empty))).toBe('22023');
});

test('the largest batch of a device is the largest that the server accepts', async () => {
  const session = new Session(await scratch.connect(), await newMember(admin));
  for (const size of [1, 7, 100]) {
    const batch = createBatch();
    while (batch.add(action(...ops(size))));
    const call = toCrudBatch(batch.actions);
    expect(call.actions.length).toBeLessThanOrEqual(CALL_LIMITS.actions);
    expect(JSON.stringify(call).length).toBeLessThanOrEqual(CALL_LIMITS.bytes);
    expect(await session.refusal('select public.apply_crud($1)', [JSON.stringify(call)])).toBeNull();
  }
});

test('A55: a member sends a bounded number of actions per hour', async () => {
  const session = new Session(await scratch.connect(), await newMember(admin));
  await admin.query("update private.rate_limits set max_count = 10 where action = 'action'");
  try {
    expect(await session.applyCrud(...actions(10))).toHaveLength(10);
    await expect(session.applyCrud(...actions(1))).rejects.toMatchObject({ code: 'PT429' });
    expect(await ben.applyCrud(...actions(1))).toHaveLength(1);
  } finally {
    await admin.query("update private.rate_limits set max_count = 6000 where action = 'action'");
  }
});

test('A55: a slow call ends after a second, with the results so far, and another member’s vote waits no longer', async () => {
  await admin.query(
    // oxlint-disable-next-line rangeday/no-sleep -- a call that lasts too long is what is tested
    `create function private.slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.4); return new; end';
     create trigger aa_slow before insert on posts for each row when (new.title = 'slow') execute function private.slow();
     grant execute on function private.slow() to authenticated`,
  );
  try {
    const hot = putPost(me(ben));
    await ben.applyCrud(action(hot));
    const vote = (session: Session) =>
      action({
        op: 'PUT',
        table: 'post_votes',
        id: voteId(hot.id, me(session)),
        data: { post_id: hot.id, user_id: session.id, value: 1 },
      });
    const sent = [vote(ann), ...Array.from({ length: 20 }, () => action(putPost(me(ann), { title: 'slow' })))];
    const started = Date.now();
    const slow = ann.applyCrudOnce(...sent).then((results) => ({ results, took: Date.now() - started }));
    expect(await ben.applyCrud(vote(ben))).toMatchObject([{ status: 'applied' }]);
    const waited = Date.now() - started;
    const { results, took } = await slow;
    expect(waited).toBeLessThan(2 * took);
    expect(results.length).toBeGreaterThan(1);
    expect(results.length).toBeLessThan(8);
    expect(results.map((result) => result.action_id)).toEqual(
      sent.slice(0, results.length).map((one) => one.action_id),
    );
    // The rest was not applied, and can be sent again.
    expect((await ann.applyCrudOnce(...sent.slice(results.length)))[0]).toMatchObject({ status: 'applied' });
  } finally {
    await admin.query('drop trigger aa_slow on posts; drop function private.slow()');
  }
});

test('two members may have rejected actions with the same id', async () => {
  const shared = action(putPost(me(ann), { title: 'x'.repeat(201) }));
  expect(await ann.applyCrud(shared)).toMatchObject([{ status: 'rejected', code: '23514' }]);
  const own = { ...shared, ops: [putPost(me(ben), { title: 'y'.repeat(201) })] };
  expect(await ben.applyCrud(own)).toMatchObject([{ status: 'rejected', code: '23514' }]);
  const kept = (session: Session) => session.rows('select ops from write_rejections where id = $1', [shared.action_id]);
  expect([await kept(ann), await kept(ben)]).toEqual([[{ ops: shared.ops }], [{ ops: own.ops }]]);
  // Each discards their own.
  const discard = action({ op: 'DELETE', table: 'write_rejections', id: shared.action_id });
  expect(await ben.applyCrud(discard)).toMatchObject([{ status: 'applied' }]);
  expect([(await kept(ann)).length, (await kept(ben)).length]).toEqual([1, 0]);
});

test('the record of applied actions can be neither read, forged nor cleared', async () => {
  expect(await ann.refusal('select * from applied_operations')).toMatchObject({ code: '42501' });
  expect(
    await ann.refusal('insert into applied_operations (user_id, action_id) values ($1, $2)', [ann.id, randomUUID()]),
  ).toMatchObject({ code: '42501' });
  expect(await ann.refusal('delete from applied_operations')).toMatchObject({ code: '42501' });
});

test('a flood is bounded per sender', async () => {
  const busy = new Session(await scratch.connect(), await newMember(admin));
  const results = await busy.applyCrud(...Array.from({ length: 61 }, () => action(putPost(me(busy)))));
  expect(results.filter((result) => result.status === 'applied')).toHaveLength(60);
  expect(results[60]).toMatchObject({ status: 'rejected', code: 'PT429' });
  expect((await ben.applyCrud(action(putPost(me(ben)))))[0]?.status).toBe('applied');
});
