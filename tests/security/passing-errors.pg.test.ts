import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { action, newMember, putPost, Session } from '../support/as-member.ts';
import { type FunctionsSuite, startFunctionsSuite } from '../support/functions-suite.ts';

// Deadlocks and the like: never a rejection and never 500.
let suite: FunctionsSuite;
let admin: pg.Client;
let ann: Session;

beforeAll(async () => {
  suite = await startFunctionsSuite();
  admin = suite.db;
  ann = new Session(await suite.scratch.connect(), await newMember(admin));
});
afterAll(() => suite?.stop());

const me = (session: Session): string => session.id ?? '';
const postCount = async (id: string): Promise<number> =>
  Number((await admin.query('select count(*) from posts where id = $1', [id])).rows[0].count);
const titleOf = async (id: string): Promise<string | undefined> =>
  (await admin.query<{ title: string }>('select title from posts where id = $1', [id])).rows[0]?.title;
const textOf = async (id: string): Promise<string | undefined> =>
  (await admin.query<{ text: string }>('select text from comments where id = $1', [id])).rows[0]?.text;
const comment = (post: string): CrudOp => ({
  op: 'PUT',
  table: 'comments',
  id: randomUUID(),
  data: { post_id: post, user_id: me(ann), text: 'Said' },
});

describe('apply_crud', () => {
  const fault = async (body: string, work: () => Promise<void>) => {
    await admin.query(`create or replace function pg_temp_fault() returns trigger language plpgsql as $$
      begin if new.title = 'fault' then ${body} end if; return new; end $$`);
    await admin.query('create trigger aa_fault before insert on posts for each row execute function pg_temp_fault()');
    try {
      await work();
    } finally {
      await admin.query('drop trigger aa_fault on posts');
    }
  };

  test.each(['40001', '40P01', '53300', '55P03'])(
    '%s is neither a rejection nor an error: the action has no result, and the device keeps it',
    async (state) => {
      await fault(`raise exception 'passing' using errcode = '${state}';`, async () => {
        expect(await ann.applyCrudOnce(action(putPost(me(ann), { title: 'fault' })))).toEqual([]);
        // What was applied before it stays, and its locks end.
        const [first, second, third] = [putPost(me(ann)), putPost(me(ann), { title: 'fault' }), putPost(me(ann))];
        const results = await ann.applyCrudOnce(action(first), action(second), action(third));
        expect(results.map((result) => result.status)).toEqual(['applied']);
        expect([await postCount(first.id), await postCount(second.id), await postCount(third.id)]).toEqual([1, 0, 0]);
      });
    },
  );

  test('57014, the time limit of the call, ends the whole call', async () => {
    await fault("raise exception 'passing' using errcode = '57014';", async () => {
      const first = putPost(me(ann));
      const batch = JSON.stringify({ v: 1, actions: [action(first), action(putPost(me(ann), { title: 'fault' }))] });
      expect(await ann.refusal('select public.apply_crud($1)', [batch])).toMatchObject({ code: '57014' });
      expect(await postCount(first.id)).toBe(0);
    });
  });

  test('a deadlock is tried three times, with everything of the action taken back between', async () => {
    const post = putPost(me(ann));
    await ann.applyCrud(action(post));
    await admin.query('create sequence public.tries; grant usage on sequence public.tries to authenticated');
    const body = "if nextval('public.tries') < 3 then raise exception 'passing' using errcode = '40P01'; end if;";
    await fault(body, async () => {
      const [before, faulty] = [comment(post.id), putPost(me(ann), { title: 'fault' })];
      const [result] = await ann.applyCrudOnce(action(before, faulty));
      expect(result).toMatchObject({ status: 'applied' });
      expect([await textOf(before.id), await postCount(faulty.id)]).toEqual(['Said', 1]);
      await admin.query("select setval('public.tries', 1, false)");
    });
    await fault("perform nextval('public.tries'); raise exception 'passing' using errcode = '40P01';", async () => {
      expect(await ann.applyCrudOnce(action(putPost(me(ann), { title: 'fault' })))).toEqual([]);
    });
    expect((await admin.query('select last_value::int from public.tries')).rows).toEqual([{ last_value: 3 }]);
    await admin.query('drop sequence public.tries');
  });

  test('a real deadlock with another transaction ends with the action applied', async () => {
    const one = putPost(me(ann));
    const two = comment(one.id);
    await ann.applyCrud(action(one), action(two));
    // After each change the action waits until the test lets it go on.
    await admin.query(`create function pg_temp_pause() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(30); return null; end $$;
      create trigger zz_pause after update on posts for each row execute function pg_temp_pause();
      select pg_advisory_lock(30)`);
    const waiting = async () =>
      (
        await admin.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    const [db, other] = [await suite.scratch.connect(), await suite.scratch.connect()];
    // The session that waits last finds the deadlock: the member's.
    await db.query("set deadlock_timeout = '10ms'");
    await other.query("set deadlock_timeout = '10min'; begin");
    const lock = (row: CrudOp) => other.query(`select 1 from ${row.table} where id = $1 for update`, [row.id]);
    await lock(two);
    const changes: CrudOp[] = [
      { op: 'PATCH', table: 'posts', id: one.id, data: { title: 'Changed' } },
      { op: 'PATCH', table: 'comments', id: two.id, data: { text: 'Changed' } },
    ];
    const sent = new Session(db, ann.id).applyCrudOnce(action(...changes));
    await expect.poll(waiting).toBe(1);
    const locked = lock(one);
    await expect.poll(waiting).toBe(2);
    await admin.query('select pg_advisory_unlock(30)');
    await locked;
    await other.query('commit');
    expect(await sent).toEqual([expect.objectContaining({ status: 'applied' })]);
    expect([await titleOf(one.id), await textOf(two.id)]).toEqual(['Changed', 'Changed']);
    await admin.query('drop trigger zz_pause on posts');
  });
});

describe('functions', () => {
  test.each([
    ['a deadlock that ends with the second try', 200, '40P01', 2],
    ['a deadlock that stays', 503, '40P01', 9],
    // The same call may run into its limit again, so it is not made again at once.
    ['a time limit', 503, '57014', 2],
    ['a lock that was not free', 503, '55P03', 2],
    ['control: a fault of the server', 500, 'XX000', 2],
  ])('%s is answered with %i, and the request is stored once or not at all', async (_, status, state, passesAt) => {
    const me = await newMember(admin);
    await admin.query(`create sequence public.tries; grant usage on sequence public.tries to authenticated, service_role;
      create function public.fault() returns trigger language plpgsql as $$ begin
        if nextval('public.tries') < ${passesAt} then raise exception 'passing' using errcode = '${state}'; end if; return new; end $$;
      create trigger aa_fault before insert on public.account_deletions for each row execute function public.fault()`);
    try {
      const answer = await suite.post('request-account-deletion', {}, me);
      expect(answer.status).toBe(status);
      if (status === 503) expect(answer.body).toEqual({ error: 'The server is busy. Please try again in a moment.' });
      const stored = await admin.query('select user_id from account_deletions where user_id = $1', [me]);
      expect(stored.rowCount).toBe(status === 200 ? 1 : 0);
    } finally {
      await admin.query(`drop trigger aa_fault on public.account_deletions; drop function public.fault; drop sequence public.tries;
        delete from account_deletions`);
    }
  });
});
