import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/action-limits.ts';
import { action, putPost, type Session } from '../support/as-member.ts';
import { pairId, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

/*
 * What a refused action costs: it takes no place in the feed, its work counts in the member's rates, and it ends before
 * the time limit.
 */

const world = await openSmallWorld();
const { author, friend } = world;
afterEach(() => world.admin.query('update private.rate_limits set max_count = 100000 where true'));

const limit = (rate: string, count: number) =>
  world.admin.query('update private.rate_limits set max_count = $2 where action = $1', [rate, count]);
const newestPage = () => world.one<number>('select max(page) from feed_windows');
const pageOf = (id: string) => world.one<number>('select feed_page from posts where id = $1', [id]);
const used = (session: Session, rate: string) =>
  world.one<number>('select coalesce(max(used), 0) from private.rate_usage where sender = $1 and action = $2', [
    session.id,
    rate,
  ]);

/** A post whose picture is refused, so that both are. */
const refusedPost = (session: Session) => {
  const id = randomUUID();
  const picture = { post_id: id, user_id: session.id, url: 'javascript:alert(1)', position: 0 };
  return action(putPost(session.id ?? '', {}, id), put('post_images', picture));
};
const fine = (session: Session) => action(putPost(session.id ?? ''));

/** Public posts of the friend, written as the service does. */
const fill = (count: number) =>
  world.admin.query(
    `insert into posts (user_id, title, visibility, status) select $1, 'Filler', 'public', 'live' from generate_series(1, $2::integer)`,
    [friend.id, count],
  );
const freePlaces = async () =>
  100 -
  (await world.one<number>("select count(*)::int from posts where feed_page = $1 and audience = 'public'", [
    await newestPage(),
  ]));

describe('places in the feed', () => {
  test('400 refused posts move no page, so that devices keep their posts', async () => {
    const first = await pageOf(await post(author));
    const before = await world.admin.query('select id, page from feed_windows order by id');
    for (let call = 0; call < 2; call += 1) {
      const results = await author.applyCrud(...Array.from({ length: 200 }, () => refusedPost(author)));
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    }
    expect((await world.admin.query('select id, page from feed_windows order by id')).rows).toEqual(before.rows);
    expect(await pageOf(await post(author))).toBe(first);
  });

  test('control: a page takes 100 posts, then the next one begins; three pages are listed', async () => {
    const first = await newestPage();
    await fill(await freePlaces());
    expect(await newestPage()).toBe(first);
    const next = await post(author);
    expect(await pageOf(next)).toBe(first + 1);
    await fill(300);
    expect(await newestPage()).toBe(first + 4);
    expect((await world.admin.query('select page from feed_windows order by page')).rows).toEqual(
      [first + 2, first + 3, first + 4].map((page) => ({ page })),
    );
  });

  test('posts that were deleted or removed from the newest page leave their places to the next ones', async () => {
    await fill(await freePlaces());
    const page = await newestPage();
    for (let time = 0; time < 3; time += 1) {
      const { rows } = await world.admin.query<{ id: string }>(
        "select id from posts where feed_page = $1 and audience = 'public' limit 60",
        [page],
      );
      const [removed, ...deleted] = rows.map(({ id }) => id);
      await world.staff.applyCrud(action({ op: 'DELETE', table: 'posts', id: removed ?? '' }));
      await world.admin.query('delete from posts where id = any ($1)', [deleted]);
      await fill(60);
      expect(await newestPage()).toBe(page);
    }
    await post(author);
    expect(await newestPage()).toBe(page + 1);
  });

  test('nobody waits while another member begins a page, and two never begin the same one', async () => {
    await fill(await freePlaces());
    const page = await newestPage();
    const [slow, ...others] = await world.twelve(author);
    const db = await world.scratch.connect();
    await db.query('begin');
    await db.query("insert into posts (user_id, title, visibility, status) values ($1, 'First', 'public', 'live')", [
      slow?.id,
    ]);
    // The page is full, and its successor is not visible yet.
    await world.admin.query("set lock_timeout = '5s'");
    try {
      await fill(1);
    } finally {
      await world.admin.query('reset lock_timeout');
      await db.query('commit');
    }
    expect(await world.one('select count(*)::int from posts where feed_page = $1', [page])).toBe(101);
    expect(await newestPage()).toBe(page + 1);
    await fill(await freePlaces());
    await Promise.all(others.map((session) => post(session)));
    expect(await newestPage()).toBe(page + 2);
  });

  test('a page that a refused action began is begun by the next post', async () => {
    await fill(await freePlaces());
    const page = await newestPage();
    expect((await author.applyCrud(refusedPost(author)))[0]?.status).toBe('rejected');
    expect(await newestPage()).toBe(page);
    expect(await pageOf(await post(author))).toBe(page + 1);
  });

  test('no number that survives a rollback decides where a post or a member is shown', async () => {
    // Only the ids of directory pages come from a sequence: a page is found by the names in it, so that gaps have no
    // effect.
    const { rows } = await world.admin.query(
      `select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'private') and p.prosrc ~ '(nextval|setval|is_local|, false\\)\\s*;\\s*-- session)' order by 1`,
    );
    expect(rows).toEqual([{ proname: 'assign_directory_page' }]);
  });
});

describe('rates count refused work', () => {
  test('refused posts use up the rate, for this member only', async () => {
    const busy = await world.newSession();
    await limit('post', 5);
    const results = await busy.applyCrud(...Array.from({ length: 5 }, () => refusedPost(busy)));
    expect(results.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => '23514'));
    expect((await busy.applyCrud(fine(busy)))[0]).toMatchObject({ status: 'rejected', code: 'PT429' });
    const other = await world.newSession();
    expect((await other.applyCrud(...Array.from({ length: 5 }, () => fine(other)))).map((one) => one.status)).toEqual(
      Array.from({ length: 5 }, () => 'applied'),
    );
  });

  test('control: what was applied counts once', async () => {
    const busy = await world.newSession();
    await busy.applyCrud(fine(busy), fine(busy), refusedPost(busy));
    expect(await used(busy, 'post')).toBe(3);
    expect(await used(busy, 'image')).toBe(1);
    expect(await used(busy, 'action')).toBe(3);
  });

  test('every kind that has a rate counts when it is refused', async () => {
    const busy = await world.newSession();
    const nobody = randomUUID();
    const me = { user_id: busy.id };
    await busy.applyCrud(
      action(put('comments', { ...me, post_id: nobody, text: 'x' })),
      action({ op: 'PATCH', table: 'comments', id: nobody, data: { text: 'x' } }),
      action(put('comment_likes', { ...me, comment_id: nobody }, pairId('comment_like', nobody, busy.id))),
      action({ op: 'DELETE', table: 'comment_likes', id: nobody }),
      action(put('post_votes', { ...me, post_id: nobody, value: 1 }, pairId('post_vote', nobody, busy.id))),
      action({ op: 'PATCH', table: 'post_votes', id: nobody, data: { value: 1 } }),
      action(put('poll_votes', { ...me, poll_id: nobody, option_index: 0 }, pairId('poll_vote', nobody, busy.id))),
      action(put('saved_posts', { ...me, post_id: nobody }, pairId('saved_post', nobody, busy.id))),
      action(put('polls', { created_by: busy.id, question: '', options: '[]' })),
      action({ op: 'PATCH', table: 'polls', id: nobody, data: { question: 'x' } }),
      action({ op: 'PATCH', table: 'posts', id: nobody, data: { title: 'x' } }),
      action(put('private_messages', { sender_id: busy.id, recipient_id: nobody, content: 'x' })),
      action(
        put('friends', { ...me, friend_id: nobody, status: 'pending' }, pairId('friendship', busy.id ?? '', nobody)),
      ),
      action(put('blocks', { ...me, blocked_id: busy.id })),
      action(put('mutes', { ...me, muted_id: busy.id })),
      action(put('reports', { reporter_id: busy.id, target_type: 'member', target_user_id: busy.id, reason: 'spam' })),
      action({ op: 'PATCH', table: 'profiles', id: busy.id ?? '', data: { about: 'x'.repeat(1001) } }),
    );
    const { rows } = await world.admin.query<{ action: string; used: number }>(
      'select action, used from private.rate_usage where sender = $1 order by action',
      [busy.id],
    );
    expect(Object.fromEntries(rows.map((row) => [row.action, row.used]))).toEqual({
      ...{ action: 17, blocks: 1, comment: 1, comment_edit: 1, friend_request: 1, like: 1, like_change: 1 },
      ...{ message: 1, mutes: 1, poll: 1, poll_edit: 1, post_edit: 1, profile_edit: 1, report: 1, save: 1 },
      ...{ vote: 2, vote_change: 1 },
    });
  });

  test('after the limit a refused action ends at its first operation', async () => {
    const busy = await world.newSession();
    await limit('post', 1);
    await busy.applyCrud(refusedPost(busy));
    expect((await busy.applyCrud(refusedPost(busy)))[0]?.code).toBe('PT429');
  });

  test('over REST a refused call writes nothing, and cannot write more rows than the rate has left', async () => {
    const busy = await world.newSession();
    await limit('post', 5);
    expect((await refusedInsert(busy, 'posts', { title: 'x'.repeat(201) }))?.code).toBe('23514');
    await world.admin.query(
      `create function private.note() returns trigger language plpgsql as 'begin perform nextval(''private.noted''); return new; end';
       create sequence private.noted; grant usage on sequence private.noted to authenticated;
       create trigger zz_note before insert on posts for each row execute function private.note();
       grant execute on function private.note() to authenticated`,
    );
    const many = await busy.refusal(
      "insert into posts (user_id, title, visibility) select $1, 'x', 'public' from generate_series(1, 1000)",
      [busy.id],
    );
    expect(many?.code).toBe('PT429');
    // The trigger was called for the rows that the rate allows; the sequence remembers it.
    expect(await world.one<number>('select last_value::int from private.noted')).toBeLessThanOrEqual(5);
    await world.admin.query('drop trigger zz_note on posts; drop function private.note(); drop sequence private.noted');
    expect(await world.one('select count(*)::int from posts where user_id = $1', [busy.id])).toBe(0);
  });
});

describe('the work of one action is bounded', () => {
  test('75: an action has as many operations of a kind as the app sends, and is refused as a whole with a reason', async () => {
    const busy = await world.newSession();
    const [one, two] = [putPost(busy.id ?? ''), putPost(busy.id ?? '')];
    expect(await busy.applyCrud(action(one, two))).toMatchObject([
      { status: 'rejected', code: '54000', message: 'This is too much for one action.' },
    ]);
    expect(await world.one('select count(*)::int from posts where user_id = $1', [busy.id])).toBe(0);
    expect(await used(busy, 'post')).toBe(2);
    expect((await busy.applyCrud(action(one), action(two))).map(({ status }) => status)).toEqual([
      'applied',
      'applied',
    ]);
  });

  test('75: app and server have the same limits', async () => {
    const { rows } = await world.admin.query<{ table_name: string; operation: string; most: number }>(
      'select table_name, operation, most from private.crud_operations',
    );
    const limits: Record<string, Record<string, number>> = {};
    for (const { table_name, operation, most } of rows)
      limits[table_name] = { ...limits[table_name], [operation]: most };
    expect(limits).toEqual(OPERATIONS);
  });

  test('75: an action that lasts too long is rolled back and counted, and the rest is sent again', async () => {
    await world.admin.query(
      // oxlint-disable-next-line rangeday/no-sleep -- an action that lasts too long is what is tested
      `create function private.slow() returns trigger language plpgsql as 'begin perform pg_sleep(1.1); return new; end';
       create trigger aa_slow before insert on post_images for each row when (new.alt = 'slow') execute function private.slow();
       grant execute on function private.slow() to authenticated`,
    );
    try {
      const busy = await world.newSession();
      const id = randomUUID();
      const picture = (position: number, alt: string) =>
        put('post_images', {
          post_id: id,
          user_id: busy.id,
          url: `https://pictures.example/${position}.jpg`,
          position,
          alt,
        });
      const pictures = (alt: string) => [0, 1, 2, 3, 4].map((position) => picture(position, alt));
      const slow = action(putPost(busy.id ?? '', {}, id), ...pictures('slow'));
      expect(await busy.applyCrudOnce(fine(busy), slow, fine(busy))).toMatchObject([{ status: 'applied' }]);
      expect(await used(busy, 'image')).toBe(5);
      expect(await used(busy, 'post')).toBe(2);
      const quick = action(putPost(busy.id ?? '', {}, id), ...pictures('quick'));
      expect(await busy.applyCrud(quick)).toMatchObject([{ status: 'applied' }]);
    } finally {
      await world.admin.query('drop trigger aa_slow on post_images; drop function private.slow()');
    }
  });

  test('75: while an action is written, others may vote on, comment on and like what it votes on, comments on and likes', async () => {
    const id = await post(author);
    const comment = randomUUID();
    await author.applyCrud(action(put('comments', { post_id: id, user_id: author.id, text: '#fog' }, comment)));
    const db = await world.scratch.connect();
    const marks = async (by: string | null, run: (sql: string, values: unknown[]) => Promise<unknown>) => {
      await run('insert into post_votes (post_id, user_id, value) values ($1, $2, 1)', [id, by]);
      await run('insert into comment_likes (comment_id, post_id, user_id) values ($1, $2, $3)', [comment, id, by]);
      await run("insert into comments (post_id, user_id, text) values ($1, $2, 'Also #fog #mist')", [id, by]);
    };
    await db.query('begin');
    await marks(friend.id, (sql, values) => db.query(sql, values));
    // Waits for nothing, while the other transaction is open.
    await world.admin.query("set lock_timeout = '5s'");
    try {
      await marks(world.stranger.id, (sql, values) => world.admin.query(sql, values));
    } finally {
      await world.admin.query('reset lock_timeout');
      await db.query('commit');
    }
    expect((await world.admin.query('select score, comment_count from post_stats where id = $1', [id])).rows).toEqual([
      { score: 2, comment_count: 3 },
    ]);
    expect(await world.one('select likes from comment_stats where id = $1', [comment])).toBe(2);
    expect(
      await world.one(
        "select jsonb_array_length(comments -> 'list') from listed_posts where list = '#fog' and post_id = $1",
        [id],
      ),
    ).toBe(3);
  });

  test('75: two calls that vote on the same posts in opposite order both end, without a deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => post(author)));
    const vote = (session: Session) => (on: string) =>
      action(put('post_votes', { post_id: on, user_id: session.id, value: 1 }, pairId('post_vote', on, session.id)));
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await world.newSession(), await world.newSession()];
      const sessions = [await world.again(one), await world.again(two)] as const;
      const results = await Promise.all([
        sessions[0].applyCrud(...ids.map(vote(one))),
        sessions[1].applyCrud(...ids.toReversed().map(vote(two))),
      ]);
      expect(new Set(results.flat().map(({ status }) => status))).toEqual(new Set(['applied']));
    }
    const { rows } = await world.admin.query('select distinct score from post_stats where id = any ($1)', [ids]);
    expect(rows).toEqual([{ score: 10 }]);
  });
});
