import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { insert, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger, staff } = world;

beforeAll(async () => {
  await world.admin.query("update private.rate_limits set max_count = 100000 where action in ('post', 'notification')");
});

const comment = (session: Session, on: string, fields: Record<string, unknown> = {}) =>
  insert(session, 'comments', { post_id: on, text: 'Well shot', ...fields });
const count = (id: string) => world.one<number>('select comment_count from post_stats where id = $1', [id]);

test('control: readers of a post can comment and reply, and the post counts it', async () => {
  const id = await post(author, { visibility: 'friends' });
  const first = await comment(friend, id);
  await comment(author, id, { parent_id: first });
  expect(await count(id)).toBe(2);
  expect((await friend.rows('select text from comments where post_id = $1', [id])).length).toBe(2);
  expect((await friend.rows('select likes from comment_stats where post_id = $1', [id])).length).toBe(2);
  await friend.run('delete from comments where id = $1', [first]);
  // The reply of another stays as it is: the app shows it without its parent, as a comment.
  expect(await count(id)).toBe(1);
  expect(await friend.rows('select parent_id from comments where post_id = $1', [id])).toEqual([{ parent_id: first }]);
  expect(await refusedInsert(author, 'comments', { post_id: id, text: 'x', parent_id: first })).toMatchObject({
    code: '23503',
  });
});

describe('A11, A12: comments of a post one cannot read', () => {
  test('are absent, for reading and for writing, and an absent post answers in the same words', async () => {
    const id = await post(author, { visibility: 'friends' });
    const said = await comment(friend, id);
    for (const table of ['comments', 'comment_stats', 'post_people']) {
      expect(await stranger.rows(`select * from ${table} where post_id = $1`, [id]), table).toEqual([]);
      expect((await friend.rows(`select * from ${table} where post_id = $1`, [id])).length, table).toBeGreaterThan(0);
    }
    for (const table of ['comments', 'comment_stats'])
      expect(await world.guest.rows(`select * from ${table} where post_id = $1`, [id]), table).toEqual([]);
    expect(await world.guest.refusal('select * from post_people')).toMatchObject({ code: '42501' });
    const absent = await refusedInsert(stranger, 'comments', { post_id: randomUUID(), text: 'x' });
    expect(absent).toMatchObject({ code: '23503', message: 'This post is no longer there.' });
    expect(await refusedInsert(stranger, 'comments', { post_id: id, text: 'x' })).toEqual(absent);
    const over = (on: string, parent: string | null) =>
      stranger.applyCrud(action(put('comments', { post_id: on, user_id: stranger.id, text: 'x', parent_id: parent })));
    const [[hidden], [gone]] = [await over(id, said), await over(randomUUID(), randomUUID())];
    expect({ ...hidden, action_id: '' }).toEqual({ ...gone, action_id: '' });
    expect((await stranger.run("update comments set text = 'x' where id = $1", [said])).rowCount).toBe(0);
  });
  test('narrowed to one reader, the other friend is a stranger', async () => {
    const other = await world.newSession();
    await world.admin.query('select private.befriend($1, $2)', [author.id, other.id]);
    const id = await post(author, { visibility: 'friends', shared_with: [friend.id] });
    await comment(friend, id);
    expect(await other.rows('select id from comments where post_id = $1', [id])).toEqual([]);
    expect(await refusedInsert(other, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: '23503' });
  });
  test('visitors write nothing', async () => {
    const id = await post(author);
    expect(await refusedInsert(world.guest, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: '42501' });
  });
});

describe('A31: the words of others', () => {
  test('are not edited, deleted, moved or written in their name', async () => {
    const [here, there] = [await post(author), await post(author)];
    const id = await comment(friend, here);
    expect((await stranger.run("update comments set text = 'x' where id = $1", [id])).rowCount).toBe(0);
    expect((await staff.run("update comments set text = 'x' where id = $1", [id])).rowCount).toBe(0);
    expect((await stranger.run('delete from comments where id = $1', [id])).rowCount).toBe(0);
    expect(await friend.refusal('update comments set post_id = $2 where id = $1', [id, there])).toMatchObject({
      code: '42501',
    });
    for (const change of [
      'user_id = auth.uid()',
      'parent_id = null',
      "image_url = '/x'",
      "created_at = '2999-01-01'",
    ]) {
      expect(await friend.refusal(`update comments set ${change} where id = $1`, [id]), change).toMatchObject({
        code: '42501',
      });
    }
    expect(await refusedInsert(stranger, 'comments', { post_id: here, user_id: friend.id, text: 'x' })).toMatchObject({
      code: '42501',
    });
    expect(await world.one('select text from comments where id = $1', [id])).toBe('Well shot');
  });
  test('control: the author edits (server’s clock) and deletes, staff delete', async () => {
    const id = await post(author);
    const [one, two] = [await comment(friend, id), await comment(friend, id)];
    await friend.run("update comments set text = 'Better', updated_at = '2999-01-01' where id = $1", [one]);
    expect(
      await world.one('select updated_at between created_at and clock_timestamp() from comments where id = $1', [one]),
    ).toBe(true);
    expect((await friend.run('delete from comments where id = $1', [one])).rowCount).toBe(1);
    expect((await staff.run('delete from comments where id = $1', [two])).rowCount).toBe(1);
    expect(await count(id)).toBe(0);
  });
});

describe('A32: a locked post', () => {
  test('refuses members, also from an old offline queue, with the reason; staff may', async () => {
    const id = await post(author);
    const first = await comment(friend, id);
    await staff.run('update posts set comments_locked = true where id = $1', [id]);
    for (const fields of [{}, { parent_id: first }]) {
      expect(await refusedInsert(friend, 'comments', { post_id: id, text: 'x', ...fields })).toEqual({
        code: '42501',
        message: 'Comments on this post are locked.',
      });
    }
    const late = {
      ...action(put('comments', { post_id: id, user_id: friend.id, text: 'Written before the lock' })),
      created_at: '2020-01-01T00:00:00Z',
    };
    expect((await friend.applyCrud(late))[0]).toMatchObject({
      status: 'rejected',
      message: 'Comments on this post are locked.',
    });
    expect(await friend.rows('select message from write_rejections where id = $1', [late.action_id])).toHaveLength(1);
    await comment(staff, id);
    expect(await count(id)).toBe(2);
  });

  test('words that stand there already stay as they are, also for a queue from before the lock; deleting and staff are free', async () => {
    const id = await post(author);
    const [mine, staffs] = [await comment(friend, id), await comment(staff, id)];
    const text = (comment: string) => world.one('select text from comments where id = $1', [comment]);
    const edit = (comment: string, words: string) =>
      action({ op: 'PATCH', table: 'comments', id: comment, data: { text: words } });
    expect((await friend.applyCrud(edit(mine, 'Before the lock')))[0]).toMatchObject({ status: 'applied' });
    const late = edit(mine, 'After the lock');
    await staff.run('update posts set comments_locked = true where id = $1', [id]);
    expect((await friend.applyCrud(late))[0]).toMatchObject({
      status: 'rejected',
      message: 'Comments on this post are locked.',
    });
    expect(await friend.refusal("update comments set text = 'By REST' where id = $1", [mine])).toMatchObject({
      code: '42501',
      message: 'Comments on this post are locked.',
    });
    expect(await text(mine)).toBe('Before the lock');
    expect((await staff.applyCrud(edit(staffs, 'Locked, see the rules.')))[0]).toMatchObject({ status: 'applied' });
    expect((await friend.applyCrud(action({ op: 'DELETE', table: 'comments', id: mine })))[0]).toMatchObject({
      status: 'applied',
    });
    await staff.run('update posts set comments_locked = false where id = $1', [id]);
    const again = await comment(friend, id);
    expect((await friend.applyCrud(edit(again, 'After the lock was opened')))[0]).toMatchObject({ status: 'applied' });
  });
});

describe('A33: replies', () => {
  test('a parent on another post, an unknown one, oneself: refused', async () => {
    const [here, there] = [await post(author), await post(author)];
    const elsewhere = await comment(friend, there);
    for (const parent_id of [elsewhere, randomUUID()]) {
      expect(await refusedInsert(friend, 'comments', { post_id: here, text: 'x', parent_id })).toMatchObject({
        code: '23503',
      });
    }
    const id = randomUUID();
    expect(await refusedInsert(friend, 'comments', { id, post_id: here, text: 'x', parent_id: id })).toMatchObject({
      code: '23503',
    });
  });
  test('a deep thread is flattened', async () => {
    const id = await post(author);
    await world.admin.query("update private.rate_limits set max_count = 100000 where action = 'comment'");
    let parent: string | null = null;
    for (let n = 0; n < 60; n++) parent = await comment(friend, id, { parent_id: parent });
    expect(await world.one('select max(depth) from comments where post_id = $1', [id])).toBe(4);
    expect(
      await world.one(
        `with recursive up (id, parent_id, n) as (select id, parent_id, 0 from comments where id = $1
           union all select c.id, c.parent_id, n + 1 from comments c join up on up.parent_id = c.id) select max(n) from up`,
        [parent],
      ),
    ).toBe(4);
  });
});

test('A55: empty, too long, too many', async () => {
  const id = await post(author);
  for (const text of ['', ' \u00a0\n', '\u200b\u3164\u2800', '\u00ad\u{e0041}\ufe0f', null]) {
    expect(await refusedInsert(friend, 'comments', { post_id: id, text })).toMatchObject({ code: '23514' });
  }
  await comment(friend, id, { text: null, image_url: 'https://media.example/a.webp' });
  expect(await refusedInsert(friend, 'comments', { post_id: id, text: 'x'.repeat(5001) })).toMatchObject({
    code: '23514',
  });
  await comment(friend, id, { text: '🎯'.repeat(5000) });
  expect(await refusedInsert(friend, 'comments', { post_id: id, text: 'x'.repeat(2 * 1024 * 1024) })).toMatchObject({
    code: '23514',
  });
  await world.admin.query("update private.rate_limits set max_count = 5 where action = 'comment'");
  const busy = await world.newSession();
  for (let n = 0; n < 5; n++) await comment(busy, id);
  expect(await refusedInsert(busy, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: 'PT429' });
  await world.admin.query("update private.rate_limits set max_count = 100000 where action = 'comment'");
  await world.admin.query("update private.rate_limits set max_count = 5 where action = 'comment_edit'");
  const said = await comment(busy, id);
  const edit = (text: string) => busy.refusal('update comments set text = $2 where id = $1', [said, text]);
  for (let n = 0; n < 5; n++) expect(await edit(`edit ${n}`)).toBeNull();
  expect(await edit('one more')).toMatchObject({ code: 'PT429' });
  await world.admin.query("update private.rate_limits set max_count = 100000 where action = 'comment_edit'");
});

test('A28, A29, A34: the server’s time, safe images, no words from the muted', async () => {
  const id = await post(author);
  const said = await comment(friend, id, { created_at: '2999-01-01', updated_at: '2999-01-01' });
  expect(
    await world.one('select created_at <= clock_timestamp() and updated_at is null from comments where id = $1', [
      said,
    ]),
  ).toBe(true);
  for (const image_url of ['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/x']) {
    expect(await refusedInsert(friend, 'comments', { post_id: id, text: 'x', image_url })).toMatchObject({
      code: '23514',
    });
  }
  const quiet = await world.newSession({ is_muted: true });
  expect(await refusedInsert(quiet, 'comments', { post_id: id, text: 'x' })).toMatchObject({
    code: '42501',
    message: 'Your account is muted, so this was not published.',
  });
});

test('A27: the id of another’s comment is neither taken over nor changed', async () => {
  const id = await post(author);
  const theirs = await comment(friend, id);
  const [result] = await stranger.applyCrud(
    action(put('comments', { post_id: id, user_id: stranger.id, text: 'Mine' }, theirs)),
  );
  expect(result).toMatchObject({ status: 'rejected', code: '23505' });
  expect(await world.one('select text from comments where id = $1', [theirs])).toBe('Well shot');
});

test('A26: the id of a deleted comment cannot be used again', async () => {
  const id = await post(author);
  for (const deleter of [friend, world.staff]) {
    const said = await comment(friend, id);
    await deleter.run('delete from comments where id = $1', [said]);
    expect(await refusedInsert(friend, 'comments', { id: said, post_id: id, text: 'Again' })).toMatchObject({
      code: '23505',
      message: 'This comment was deleted.',
    });
    expect(
      await friend.applyCrud(action(put('comments', { post_id: id, user_id: friend.id, text: 'Again' }, said))),
    ).toMatchObject([{ status: 'rejected', code: '23505' }]);
  }
  const under = await comment(friend, id);
  await author.run('delete from posts where id = $1', [id]);
  expect(
    await refusedInsert(friend, 'comments', { id: under, post_id: await post(author), text: 'Again' }),
  ).toMatchObject({ code: '23505' });
});

test('commenters appear with the page of their post', async () => {
  const id = await post(author);
  await comment(stranger, id);
  const page = await world.one<number>('select feed_page from posts where id = $1', [id]);
  expect(
    await world.one('select count(*)::int from feed_people where feed_page = $1 and user_id = $2', [page, stranger.id]),
  ).toBe(1);
  await staff.run('update posts set sticky = true where id = $1', [id]);
  expect(
    await world.one('select count(*)::int from feed_people where feed_page = -1 and user_id = $1', [stranger.id]),
  ).toBe(1);
});

test('deleting a post deletes its comments, and hiding a post hides them', async () => {
  const id = await post(author);
  await comment(friend, id);
  await world.admin.query("update posts set status = 'removed' where id = $1", [id]);
  expect(await stranger.rows('select id from comments where post_id = $1', [id])).toEqual([]);
  expect(await world.one('select audience from comments where post_id = $1', [id])).toBe('hidden');
  expect(await refusedInsert(author, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: '23503' });
  await author.run('delete from posts where id = $1', [id]);
  const comments = () => world.one('select count(*)::int from comments where post_id = $1', [id]);
  expect(await comments(), 'what staff removed stays until the purge').toBe(1);
  await world.admin.query("update posts set status = 'live' where id = $1", [id]);
  await author.run('delete from posts where id = $1', [id]);
  expect(await comments()).toBe(0);
});

describe('commenters whose comments are deleted leave the lists of the post', () => {
  /** Commenters and people of the post, and whether the member is on its page and on that of pinned posts. */
  const lists = async (id: string, who: Session) => {
    const { rows } = await world.admin.query<{ commenters: number; people: string[]; score: boolean; pages: number[] }>(
      `select s.commenters, s.trending_score = private.trending_score(s.score, s.commenters, s.created_at) as score,
         array(select user_id::text from post_people where post_id = s.id order by user_id) as people,
         array(select f.feed_page from feed_people f where f.user_id = $2 and f.feed_page in (p.feed_page, -1) order by 1) as pages
       from post_stats s join posts p using (id) where s.id = $1`,
      [id, who.id],
    );
    return rows[0]!;
  };
  const remove = (session: Session, id: string) => session.run('delete from comments where id = $1', [id]);
  const pinned = async () => {
    const id = await post(author);
    await staff.run('update posts set sticky = true where id = $1', [id]);
    return { id, page: await world.one<number>('select feed_page from posts where id = $1', [id]) };
  };
  const people = (...sessions: Session[]) => sessions.map((each) => each.id ?? '').toSorted();

  test('with the last one, by themselves and by staff; the author stays, and an undo brings them back', async () => {
    const member = await world.newSession();
    const { id, page } = await pinned();
    const [one, two, own] = [await comment(member, id), await comment(member, id), await comment(author, id)];
    const all = { commenters: 1, people: people(author, member), score: true, pages: [-1, page] };
    expect(await lists(id, member)).toEqual(all);
    await remove(member, one);
    await remove(author, own);
    expect(await lists(id, member)).toEqual(all);
    await remove(staff, two);
    const without = { commenters: 0, people: people(author), score: true, pages: [] };
    expect(await lists(id, member)).toEqual(without);
    const [entry] = await staff.rows<{ id: string }>('select id from staff_log()');
    await staff.run('select undo_step($1)', [entry?.id]);
    expect(await lists(id, member)).toEqual(all);
    await staff.run('update posts set sticky = false where id = $1', [id]);
    expect(await lists(id, member)).toEqual({ ...all, pages: [page] });
    // Another post on the page keeps them there.
    const other = await comment(member, await post(author));
    await remove(member, two);
    expect(await lists(id, member)).toEqual({ ...without, pages: [page] });
    await remove(member, other);
    expect(await lists(id, member)).toEqual(without);
  });

  test('with their account, and a page with its last post', async () => {
    const [member, poster] = [await world.newSession(), await world.newSession()];
    const { id } = await pinned();
    await comment(member, id);
    const gone = await post(poster);
    const page = await world.one<number>('select feed_page from posts where id = $1', [gone]);
    await poster.run('delete from posts where id = $1', [gone]);
    const onPage = 'select count(*)::int from feed_people where feed_page = $1 and user_id = $2';
    expect(await world.one(onPage, [page, poster.id])).toBe(0);
    await world.admin.query('delete from auth.users where id = $1', [member.id]);
    expect(await lists(id, member)).toEqual({ commenters: 0, people: people(author), score: true, pages: [] });
  });

  test('when two deletions, or a deletion and a new comment, happen at once', async () => {
    const member = await world.newSession();
    const id = await post(author);
    const [first, second] = [await world.scratch.connect(), await world.scratch.connect()];
    const isWaiting = async (client: typeof first) => {
      // Missing in the types of pg.
      const { processID } = client as unknown as { processID: number };
      await expect
        .poll(() => world.one('select wait_event_type from pg_stat_activity where pid = $1', [processID]), {
          interval: 5,
        })
        .toBe('Lock');
    };
    const both = async (one: [string, string], two: [string, string]) => {
      await first.query('begin');
      await first.query(one[0], [one[1], member.id].slice(0, one[0].includes('$2') ? 2 : 1));
      const late = second.query(two[0], [two[1], member.id].slice(0, two[0].includes('$2') ? 2 : 1));
      await isWaiting(second);
      await first.query('commit');
      await late;
    };
    const gone = 'delete from comments where id = $1';
    const added = "insert into comments (post_id, user_id, text) values ($1, $2, 'Again')";
    const [a, b] = [await comment(member, id), await comment(member, id)];
    await both([gone, a], [gone, b]);
    expect(await lists(id, member)).toMatchObject({ commenters: 0, people: people(author), pages: [] });
    const c = await comment(member, id);
    await both([gone, c], [added, id]);
    expect(await lists(id, member)).toMatchObject({ commenters: 1, people: people(author, member) });
    const d = await world.one<string>('select id from comments where post_id = $1', [id]);
    await both([added, id], [gone, d]);
    expect(await lists(id, member)).toMatchObject({ commenters: 1, people: people(author, member) });
  });
});
