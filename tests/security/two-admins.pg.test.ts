import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { post, put, openSmallWorld } from '../support/social.ts';

/** Otherwise one pair of each kind: equal, opposite and unrelated steps, and every step with a deletion. */
const isAll = process.env['TEST_ALL'] === '1';

const world = await openSmallWorld();
let blocker: pg.Client;

beforeAll(async () => {
  blocker = await world.scratch.connect();
});

const set = (id: string, data: Record<string, unknown>) => action({ op: 'PATCH', table: 'posts', id, data });
const remove = ({ id: moderator_id }: Session, id: string) =>
  action(put('post_removals', { post_id: id, moderator_id, reason: 'Spam' }), { op: 'DELETE', table: 'posts', id });

/** Both wait for the post at the same moment. */
async function together<T>(id: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  await blocker.query('begin');
  await blocker.query('select 1 from posts where id = $1 for update', [id]);
  const answers = calls.map((call) => call());
  await expect
    .poll(() =>
      world.one<number>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    )
    .toBe(2);
  await blocker.query('commit');
  return Promise.all(answers);
}

test('simultaneous steps of two admins on one post have the effect of one order, and are in the log once', async () => {
  const { author, staff } = world;
  const second = await world.newSession({ role: 'admin' });
  const [one, other] = [await world.again(staff), await world.again(second)];
  const steps: Record<string, (session: Session, id: string) => ReturnType<typeof action>> = {
    flag: (_, id) => set(id, { flagged: 1 }),
    unflag: (_, id) => set(id, { flagged: 0 }),
    lock: (_, id) => set(id, { comments_locked: 1 }),
    pin: (_, id) => set(id, { sticky: 1 }),
    delete: remove,
  };
  /** Everything that the two, the author and the log learn of a post. */
  const outcome = async (id: string, [mine, theirs]: Awaited<ReturnType<Session['applyCrud']>>[]) => {
    const { rows } = await world.admin.query(
      `select status, flagged, comments_locked, sticky,
         (select array_agg(l.action || ' by ' || l.actor_id order by l.action, l.actor_id) from private.moderation_log l where l.subject_id = p.id) as log,
         (select count(*) from notifications where cause = 'removal:' || p.id) as notices,
         (select count(*) from post_removals r where r.post_id = p.id) as removals
       from posts p where id = $1`,
      [id],
    );
    const answers = [mine?.[0], theirs?.[0]].map((answer) => ({ ...answer, action_id: undefined }));
    return { ...(rows[0] as object), answers };
  };
  const kinds = ['flag unflag', 'unflag flag', 'lock pin'];
  for (const [mine, ours] of Object.entries(steps)) {
    for (const [theirs, yours] of Object.entries(steps)) {
      const isNeeded = mine === theirs || [mine, theirs].includes('delete') || kinds.includes(`${mine} ${theirs}`);
      if (!isAll && !isNeeded) continue;
      const [before, after, both] = [await post(author), await post(author), await post(author)];
      const first = await outcome(before, [
        await one.applyCrud(ours(one, before)),
        await other.applyCrud(yours(other, before)),
      ]);
      const late = await other.applyCrud(yours(other, after));
      const last = await outcome(after, [await one.applyCrud(ours(one, after)), late]);
      const found = await outcome(
        both,
        await together(both, [() => one.applyCrud(ours(one, both)), () => other.applyCrud(yours(other, both))]),
      );
      expect([first, last], `${mine} and ${theirs}`).toContainEqual(found);
      expect(found.answers.every(({ code }) => code === undefined || code === 'P0002')).toBe(true);
    }
  }
});

test('two admins undo one step once; a simultaneous undo and deletion have the effect of one order', async () => {
  const { author, staff } = world;
  const second = await world.newSession({ role: 'admin' });
  const [one, other] = [await world.again(staff), await world.again(second)];
  const newest = (id: string) =>
    world.one<string>('select id from private.moderation_log where subject_id = $1 order by created_at desc limit 1', [
      id,
    ]);
  const undo = (session: Session, entry: string) => session.refusal('select undo_step($1)', [entry]);
  const state = (id: string) => world.one<string>("select status || ' ' || flagged from posts where id = $1", [id]);
  const log = (id: string) =>
    world.one<string>(
      "select string_agg(action, ' ' order by created_at) from private.moderation_log where subject_id = $1",
      [id],
    );
  for (const [step, restored] of [
    [(id: string) => one.applyCrud(set(id, { flagged: 1 })), 'flag unflag'],
    [(id: string) => one.applyCrud(remove(one, id)), 'delete_post restore_post'],
  ] as const) {
    const id = await post(author);
    await step(id);
    const entry = await newest(id);
    const codes = (await together(id, [() => undo(one, entry), () => undo(other, entry)])).map((one) => one?.code);
    expect(new Set(codes)).toEqual(new Set(['23505', undefined]));
    expect([await state(id), await log(id)]).toEqual(['live false', restored]);
  }

  const id = await post(author);
  await one.applyCrud(set(id, { flagged: 1 }));
  const entry = await newest(id);
  const [refusal] = await together<unknown>(id, [() => undo(one, entry), () => other.applyCrud(remove(other, id))]);
  const end = [await state(id), await log(id)];
  if (refusal === null) expect(end).toEqual(['removed false', 'flag unflag delete_post']);
  else {
    expect(refusal).toMatchObject({ code: 'P0002' });
    expect(end).toEqual(['removed true', 'flag delete_post']);
  }
});
