import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { differences } from '../support/recomputed.ts';
import { insert, openSmallWorld, pairId, post, put } from '../support/social.ts';

const world = await openSmallWorld();
let author: Session;
let friend: Session;
let stranger: Session;

/** For sessions of their own, which have the pause that a database has by itself. */
beforeAll(async () => {
  await world.admin.query(
    `do $$ begin execute format('alter database %I reset app.count_pause', current_database()); end $$`,
  );
  author = await world.again(world.author);
  friend = await world.again(world.friend);
  stranger = await world.again(world.stranger);
  await world.admin.query("set app.count_pause = '5 seconds'");
});
beforeEach(() => world.admin.query('update private.rate_limits set max_count = 100000 where true'));

interface Counts {
  score: number;
  comment_count: number;
  version: number;
}
const shared = async (id: string): Promise<Counts> =>
  (await world.admin.query<Counts>('select score, comment_count, version from post_stats where id = $1', [id]))
    .rows[0]!;
const own = async (session: Session, id: string): Promise<Record<string, unknown> | undefined> =>
  (
    await session.rows(
      'select score, comment_count, likes, counts, total, version from own_counts where id = $1 and owner_id = $2',
      [id, session.id],
    )
  )[0];
const vote = (session: Session, on: string, value: number) =>
  session.applyCrud(
    action(put('post_votes', { post_id: on, user_id: session.id, value }, pairId('post_vote', on, session.id))),
  );
const unvote = (session: Session, on: string) =>
  session.applyCrud(action({ op: 'DELETE', table: 'post_votes', id: pairId('post_vote', on, session.id) }));

/** What a timer does when the pause is over. */
async function publish(): Promise<void> {
  await world.admin.query("set app.count_pause = '0 seconds'");
  try {
    let due = 1;
    while (due > 0) due = await world.one<number>('select public.publish_counts()');
  } finally {
    await world.admin.query("set app.count_pause = '5 seconds'");
  }
}

describe('counts that everybody sees', () => {
  test('the first act is published at once, the next ones with the pause, and who acts has the count with it', async () => {
    const id = await post(author);
    await vote(friend, id, 1);
    expect(await shared(id)).toEqual({ score: 1, comment_count: 0, version: 1 });
    expect(await own(friend, id)).toBeUndefined();

    await vote(author, id, 1);
    await insert(stranger, 'comments', { post_id: id, user_id: stranger.id, text: 'Seen.' });
    expect(await shared(id)).toEqual({ score: 1, comment_count: 0, version: 1 });
    expect(await own(author, id)).toMatchObject({ score: 2, comment_count: 0, version: 2 });
    expect(await own(stranger, id)).toMatchObject({ score: 2, comment_count: 1, version: 3 });

    // Withdrawn again: the row of the vote is gone, the count of its member is right.
    await unvote(friend, id);
    expect(await own(friend, id)).toMatchObject({ score: 1, comment_count: 1, version: 4 });

    await publish();
    expect(await shared(id)).toEqual({ score: 1, comment_count: 1, version: 4 });
    expect(await world.one('select count(*)::int from private.waiting_counts')).toBe(0);
  });

  test('a timer publishes for half a second at a time, and nothing is lost when it is killed', async () => {
    const ids = [await post(author), await post(author), await post(author)];
    for (const id of ids) {
      await vote(friend, id, 1);
      await vote(author, id, 1);
    }
    const scores = async () => (await Promise.all(ids.map(shared))).map(({ score }) => score);
    await world.admin.query("begin; set local app.count_pause = '0 seconds'");
    expect(await world.one<number>('select public.publish_counts()')).toBe(3);
    expect(await scores()).toEqual([2, 2, 2]);
    await world.admin.query('rollback');
    expect(await scores()).toEqual([1, 1, 1]);

    // Each takes as long as on a server that is busy.
    await world.admin.query(`
      create function pg_temp.take_long() returns trigger language plpgsql as $$
      declare
        until timestamptz := clock_timestamp() + interval '300 milliseconds';
      begin
        while clock_timestamp() < until loop
        end loop;
        return new;
      end $$;
      create trigger take_long before update on public.post_stats for each row execute function pg_temp.take_long();
      set app.count_pause = '0 seconds'`);
    try {
      expect(await world.one<number>('select public.publish_counts()')).toBe(2);
      expect(await world.one<number>('select public.publish_counts()')).toBe(1);
    } finally {
      await world.admin.query("drop trigger take_long on public.post_stats; set app.count_pause = '5 seconds'");
    }
    expect(await scores()).toEqual([2, 2, 2]);
  });

  test('nobody reads the counts of another member, and nobody writes any', async () => {
    const id = await post(author);
    await vote(friend, id, 1);
    await vote(author, id, 1);
    expect(await friend.rows('select * from own_counts where owner_id = $1', [author.id])).toEqual([]);
    expect(await world.guest.refusal('select * from own_counts')).toMatchObject({ code: '42501' });
    expect(await author.refusal('update own_counts set score = 99 where owner_id = $1', [author.id])).toMatchObject({
      code: '42501',
    });
    expect(await author.refusal('select public.publish_counts()')).toMatchObject({ code: '42501' });
    expect(await author.refusal('select public.forget_own_counts()')).toMatchObject({ code: '42501' });
    await publish();
  });

  test('12 members at the same moment: one change for all, each has a number of their own', async () => {
    const id = await post(author);
    const members = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        world.again(await world.newSession({ username: `at_once_${index}` })),
      ),
    );
    await Promise.all(members.map((member) => vote(member, id, 1)));
    expect(await shared(id)).toEqual({ score: 1, comment_count: 0, version: 1 });
    const left = (await Promise.all(members.map((member) => own(member, id)))).filter((row) => row !== undefined);
    expect(left.map(({ version }) => version).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 11 }, (_, index) => index + 2),
    );
    for (const { score, version } of left) expect(score).toBe(version);
    await publish();
    expect(await shared(id)).toEqual({ score: 12, comment_count: 0, version: 12 });
  });

  test('an act after the pause takes along what waits', async () => {
    const id = await post(author);
    await vote(friend, id, 1);
    await vote(author, id, 1);
    await world.admin.query(`update post_stats set counted_at = now() - interval '6 seconds' where id = $1`, [id]);
    await vote(stranger, id, -1);
    expect(await shared(id)).toEqual({ score: 1, comment_count: 0, version: 3 });
    expect(await world.one('select count(*)::int from private.waiting_counts where id = $1', [id])).toBe(0);
  });

  test('nothing is published before the pause is over, and a row under way is left to the next run', async () => {
    const id = await post(author);
    await vote(friend, id, 1);
    await vote(author, id, 1);
    expect(await world.one<number>('select public.publish_counts()')).toBe(0);
    expect((await shared(id)).score).toBe(1);

    const db = await world.scratch.connect();
    await db.query('begin');
    await db.query('select 1 from post_stats where id = $1 for no key update', [id]);
    await world.admin.query("set app.count_pause = '0 seconds'");
    expect(await world.one<number>('select public.publish_counts()')).toBe(1);
    expect((await shared(id)).score).toBe(1);
    await db.query('rollback');
    expect(await world.one<number>('select public.publish_counts()')).toBe(1);
    await world.admin.query("set app.count_pause = '5 seconds'");
    expect((await shared(id)).score).toBe(2);
  });

  test('likes, also of a comment that is deleted and restored within the pause', async () => {
    const staff = await world.again(world.staff);
    const id = await post(author);
    const comment = await insert(author, 'comments', { post_id: id, user_id: author.id, text: 'Look.' });
    const like = (session: Session) => insert(session, 'comment_likes', { comment_id: comment, user_id: session.id });
    await like(friend);
    await like(stranger);
    expect(await world.one('select likes from comment_stats where id = $1', [comment])).toBe(1);
    expect(await own(stranger, comment)).toMatchObject({ likes: 2, version: 2 });
    await staff.run('delete from comments where id = $1', [comment]);
    const step = await world.one('select id from private.moderation_log where subject_id = $1', [comment]);
    await staff.run('select public.undo_step($1)', [step]);
    await publish();
    expect(await world.one('select likes from comment_stats where id = $1', [comment])).toBe(2);
    // Numbered on from the own counts, so that an act after it is shown to those who acted before it.
    await stranger.run('delete from comment_likes where comment_id = $1 and user_id = $2', [comment, stranger.id]);
    const version = await world.one<number>('select version from comment_stats where id = $1', [comment]);
    expect(await own(stranger, comment)).toMatchObject({ version: 2 });
    expect(version).toBeGreaterThan(2);
  });

  test('ids come from devices: a comment with the id of a post takes none of its votes', async () => {
    const id = await post(author);
    await vote(friend, id, 1);
    await vote(author, id, 1);
    const elsewhere = await post(stranger);
    await insert(stranger, 'comments', { id, post_id: elsewhere, user_id: stranger.id, text: 'Mine.' });
    const like = (session: Session) => insert(session, 'comment_likes', { comment_id: id, user_id: session.id });
    await like(stranger);
    await like(author);
    expect(await own(author, id)).toMatchObject({ score: null, likes: 2, version: 2 });
    await publish();
    expect(await shared(id)).toEqual({ score: 2, comment_count: 0, version: 2 });
    expect(await world.one('select likes from comment_stats where id = $1', [id])).toBe(2);
  });

  test('votes of a poll, and a poll that is changed after its voters have left', async () => {
    const poll = await insert(author, 'polls', {
      question: 'Which?',
      options: JSON.stringify(['a', 'b', 'c']),
      created_by: author.id,
      visibility: 'public',
    });
    await post(author, { poll_id: poll });
    const choose = (session: Session, option_index: number) =>
      insert(session, 'poll_votes', { poll_id: poll, user_id: session.id, option_index });
    await choose(friend, 2);
    await choose(stranger, 0);
    const counts = () => world.one('select counts from poll_stats where id = $1', [poll]);
    expect(await counts()).toEqual([0, 0, 1]);
    expect(await own(stranger, poll)).toMatchObject({ counts: [1, 0, 1], total: 2, version: 2 });
    await publish();
    expect(await counts()).toEqual([1, 0, 1]);
    // As when accounts are purged.
    await world.admin.query('delete from poll_votes where poll_id = $1', [poll]);
    await author.run('update polls set options = $2 where id = $1', [poll, JSON.stringify(['a', 'b'])]);
    expect(await counts()).toEqual([0, 0]);
  });

  test('what a deleted post left is not published, and every count is as SQL recomputes it', async () => {
    const id = await post(author);
    await vote(friend, id, 1);
    await vote(stranger, id, 1);
    await author.run('delete from posts where id = $1', [id]);
    await publish();
    expect(await differences(world.admin)).toEqual({});
    expect(await world.one('select count(*)::int from private.waiting_counts')).toBe(0);
  });

  test('own counts are kept for a day', async () => {
    await world.admin.query(`update own_counts set changed_at = now() - interval '25 hours' where owner_id = $1`, [
      author.id,
    ]);
    expect(await world.one<number>('select public.forget_own_counts()')).toBeGreaterThan(0);
    expect(await world.one('select count(*)::int from own_counts where owner_id = $1', [author.id])).toBe(0);
    expect(await world.one('select count(*)::int from own_counts where owner_id = $1', [stranger.id])).toBeGreaterThan(
      0,
    );
  });
});
