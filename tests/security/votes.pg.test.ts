import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { insert, pairId, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger } = world;

const score = (id: string) => world.one<number>('select score from post_stats where id = $1', [id]);
const vote = (session: Session, on: string, value: unknown) =>
  session.applyCrud(
    action(put('post_votes', { post_id: on, user_id: session.id, value }, pairId('post_vote', on, session.id))),
  );

describe('A22: votes on posts', () => {
  test('control: up, down, withdrawn, and one’s own post', async () => {
    const id = await post(author);
    const mark = pairId('post_vote', id, friend.id);
    expect((await vote(friend, id, 1))[0]?.status).toBe('applied');
    expect((await vote(author, id, 1))[0]?.status).toBe('applied');
    expect(await score(id)).toBe(2);
    await friend.applyCrud(action({ op: 'PATCH', table: 'post_votes', id: mark, data: { value: -1 } }));
    expect(await score(id)).toBe(0);
    // Another device that knew of no vote: the later one counts.
    await vote(friend, id, 1);
    expect(await score(id)).toBe(2);
    await friend.applyCrud(action({ op: 'DELETE', table: 'post_votes', id: mark }));
    expect(await score(id)).toBe(1);
  });
  test('over REST: without an id, and as an upsert', async () => {
    const id = await post(author);
    await insert(friend, 'post_votes', { post_id: id, user_id: friend.id, value: 1 });
    await friend.run(
      `insert into post_votes (post_id, user_id, value) values ($1, $2, -1)
       on conflict (post_id, user_id) do update set post_id = excluded.post_id, user_id = excluded.user_id, value = excluded.value`,
      [id, friend.id],
    );
    expect(await score(id)).toBe(-1);
  });
  test.each([100, 0, -5, 2, '1.5', 'x', null])('the value %s is refused', async (value) => {
    const id = await post(author);
    expect((await vote(friend, id, value))[0]?.status).toBe('rejected');
    expect((await refusedInsert(friend, 'post_votes', { post_id: id, value }))?.code).toMatch(/^2[23]/);
    expect(await score(id)).toBe(0);
  });
  test('12 at the same moment are one', async () => {
    const id = await post(author);
    const results = await Promise.allSettled((await world.twelve(friend)).map((session) => vote(session, id, 1)));
    expect(results.filter((result) => result.status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await score(id)).toBe(1);
    expect(await world.one('select count(*)::int from post_votes where post_id = $1', [id])).toBe(1);
  });
  test('a vote for another member, a moved vote and a second vote under another id are rejected', async () => {
    const [id, other] = [await post(author), await post(author)];
    await vote(friend, id, 1);
    expect(await refusedInsert(stranger, 'post_votes', { post_id: id, user_id: friend.id, value: 1 })).toMatchObject({
      code: '42501',
    });
    const second = { id: randomUUID(), post_id: id, value: 1 };
    expect((await refusedInsert(friend, 'post_votes', second))?.code).toBe('23514');
    expect(await friend.refusal('update post_votes set post_id = $1', [other])).toMatchObject({ code: '42501' });
    expect((await stranger.run('update post_votes set value = -1 where post_id = $1', [id])).rowCount).toBe(0);
    expect((await stranger.run('delete from post_votes where post_id = $1', [id])).rowCount).toBe(0);
    expect(await score(id)).toBe(1);
  });
  test('A55: changed and withdrawn votes are bounded; a deleted post’s votes are not counted', async () => {
    const id = await post(author);
    const busy = await world.newSession();
    await world.admin.query(
      "update private.rate_limits set max_count = 6 where action in ('vote_change', 'like_change')",
    );
    await vote(busy, id, 1);
    const flips = [];
    for (let n = 0; n < 7; n++) flips.push((await vote(busy, id, n % 2 ? 1 : -1))[0]?.code);
    expect(flips).toEqual([...Array.from({ length: 6 }, () => undefined), 'PT429']);
    expect(await busy.refusal('delete from post_votes where post_id = $1', [id])).toMatchObject({ code: 'PT429' });
    const said = await insert(author, 'comments', { post_id: id, text: 'x' });
    for (let n = 0; n < 6; n++) {
      await insert(busy, 'comment_likes', { comment_id: said });
      await busy.run('delete from comment_likes where comment_id = $1', [said]);
    }
    await insert(busy, 'comment_likes', { comment_id: said });
    expect(await busy.refusal('delete from comment_likes where comment_id = $1', [said])).toMatchObject({
      code: 'PT429',
    });
    const own = await post(busy);
    await vote(busy, own, 1);
    expect(await busy.refusal('delete from posts where id = $1', [own])).toBeNull();
    await world.admin.query(
      "update private.rate_limits set max_count = 100000 where action in ('vote_change', 'like_change')",
    );
  });
  test('A12: a post one cannot read and one that is not there answer alike', async () => {
    const id = await post(author, { visibility: 'friends' });
    const absent = await refusedInsert(stranger, 'post_votes', { post_id: randomUUID(), value: 1 });
    expect(absent?.code).toBe('23503');
    expect(await refusedInsert(stranger, 'post_votes', { post_id: id, value: 1 })).toEqual(absent);
    expect((await vote(friend, id, 1))[0]?.status).toBe('applied');
    expect(await author.rows('select id from post_votes where post_id = $1', [id])).toEqual([]);
  });
  test('a member’s devices keep the newest 500', async () => {
    // Posts without the rows that triggers derive from them: only their votes count here.
    await world.admin.query('set session_replication_role = replica');
    const { rows } = await world.admin.query<{ id: string }>(
      "insert into posts (user_id, title) select $1, 'x' from generate_series(1, 510) returning id",
      [author.id],
    );
    await world.admin.query('set session_replication_role = origin');
    await world.admin.query(
      'insert into post_votes (post_id, user_id, value) select id, $2, 1 from unnest($1::uuid[]) id',
      [rows.map((row) => row.id), stranger.id],
    );
    expect(
      await world.one('select count(*)::int from post_votes where user_id = $1 and is_recent', [stranger.id]),
    ).toBe(500);
  });
});

describe('A23: polls', () => {
  const OPTIONS = ['Morning', 'Dusk', 'Never'];
  const askPoll = async (
    session: Session,
    fields: Record<string, unknown> = {},
    poll: Record<string, unknown> = {},
  ) => {
    const [pollId, postId] = [randomUUID(), randomUUID()];
    const [result] = await session.applyCrud(
      action(
        put(
          'polls',
          {
            question: 'When?',
            options: JSON.stringify(OPTIONS),
            created_by: session.id,
            visibility: 'public',
            ...poll,
          },
          pollId,
        ),
        put('posts', { user_id: session.id, title: 'Poll', poll_id: pollId, ...fields }, postId),
      ),
    );
    return { pollId, postId, result };
  };
  const votePoll = (session: Session, on: string, index: unknown) =>
    session.applyCrud(
      action(
        put(
          'poll_votes',
          { poll_id: on, user_id: session.id, option_index: index },
          pairId('poll_vote', on, session.id),
        ),
      ),
    );
  const counts = (id: string) => world.one('select counts from poll_stats where id = $1', [id]);

  test('control: one vote each, counted', async () => {
    const { pollId, result } = await askPoll(author);
    expect(result?.status).toBe('applied');
    expect((await votePoll(friend, pollId, 2))[0]?.status).toBe('applied');
    expect((await votePoll(stranger, pollId, 0))[0]?.status).toBe('applied');
    expect(await counts(pollId)).toEqual([1, 0, 1]);
    expect(await world.guest.rows('select total from poll_stats where id = $1', [pollId])).toEqual([{ total: 2 }]);
  });
  test('a vote is neither changed, withdrawn nor repeated, and the options stand after the first', async () => {
    const { pollId } = await askPoll(author);
    const change = (options: string[]) =>
      author.applyCrud(action({ op: 'PATCH', table: 'polls', id: pollId, data: { options: JSON.stringify(options) } }));
    expect((await change(['One', 'Two']))[0]?.status).toBe('applied');
    expect(await counts(pollId)).toEqual([0, 0]);
    await votePoll(friend, pollId, 1);
    await votePoll(friend, pollId, 0);
    await Promise.allSettled((await world.twelve(stranger)).map((session) => votePoll(session, pollId, 0)));
    expect(await counts(pollId)).toEqual([1, 1]);
    expect(await friend.refusal('update poll_votes set option_index = 0')).toMatchObject({ code: '42501' });
    expect(await friend.refusal('delete from poll_votes')).toMatchObject({ code: '42501' });
    for (const options of [
      ['Two', 'One'],
      ['One', 'Two', 'Three'],
    ]) {
      expect((await change(options))[0]).toMatchObject({ status: 'rejected', code: '42501' });
    }
    expect((await stranger.run("update polls set question = 'x' where id = $1", [pollId])).rowCount).toBe(0);
    expect(
      await refusedInsert(stranger, 'poll_votes', { poll_id: pollId, user_id: friend.id, option_index: 0 }),
    ).not.toBeNull();
  });
  test.each([3, 9, 10, -1, 'x', null])('the option %s of three is refused', async (index) => {
    const { pollId } = await askPoll(author);
    expect((await votePoll(friend, pollId, index))[0]?.status).toBe('rejected');
    expect(await counts(pollId)).toEqual([0, 0, 0]);
  });
  test.each([
    ['one option', ['One']],
    ['eleven', Array.from({ length: 11 }, (_, n) => `${n}`)],
    ['an empty one', ['One', ' ']],
    ['a number', ['One', 2]],
    ['a map', { 0: 'One', 1: 'Two' }],
  ])('%s: no poll', async (_name, options) => {
    const { result } = await askPoll(author, {}, { options: JSON.stringify(options) });
    expect(result).toMatchObject({ status: 'rejected', code: '23514' });
    expect(result?.message).toContain('Poll question and all options must be filled.');
  });
  test('no question, no poll; and the post falls with it', async () => {
    const { result, postId } = await askPoll(author, {}, { question: ' ' });
    expect(result).toMatchObject({ status: 'rejected', message: 'Poll question and all options must be filled.' });
    expect(await world.one('select count(*)::int from posts where id = $1', [postId])).toBe(0);
  });
  test('A11, A12: a friends-only post hides its poll, votes and numbers', async () => {
    const { pollId, postId } = await askPoll(author, { visibility: 'friends' });
    expect(await world.one('select visibility from polls where id = $1', [pollId])).toBe('friends');
    await votePoll(friend, pollId, 0);
    for (const table of ['polls', 'poll_stats']) {
      expect(await stranger.rows(`select id from ${table} where id = $1`, [pollId])).toEqual([]);
      expect(await world.guest.rows(`select id from ${table} where id = $1`, [pollId])).toEqual([]);
      expect(await friend.rows(`select id from ${table} where post_id = $1`, [postId])).toHaveLength(1);
    }
    expect(await stranger.rows('select id from poll_votes where poll_id = $1', [pollId])).toEqual([]);
    const absent = await refusedInsert(stranger, 'poll_votes', { poll_id: randomUUID(), option_index: 0 });
    expect(await refusedInsert(stranger, 'poll_votes', { poll_id: pollId, option_index: 0 })).toEqual(absent);
  });
  test('a poll of another, or of another post, is not taken', async () => {
    const { pollId } = await askPoll(author);
    for (const session of [author, stranger]) {
      expect(await refusedInsert(session, 'posts', { title: 'x', poll_id: pollId })).toMatchObject({ code: '23503' });
    }
    const loose = await insert(author, 'polls', { question: 'When?', options: JSON.stringify(OPTIONS) });
    expect(await refusedInsert(stranger, 'posts', { title: 'x', poll_id: loose })).toEqual(
      await refusedInsert(stranger, 'posts', { title: 'x', poll_id: randomUUID() }),
    );
    expect(await stranger.rows('select id from polls where id = $1', [loose])).toEqual([]);
  });
});

describe('A30: images of a post', () => {
  const image = (session: Session, on: string, fields: Record<string, unknown> = {}) =>
    session.applyCrud(
      action(put('post_images', { post_id: on, user_id: session.id, url: 'https://media.example/a.webp', ...fields })),
    );
  const images = (id: string) => world.one<number>('select count(*)::int from post_images where post_id = $1', [id]);

  const move = (id = '', position = 0) => ({ op: 'PATCH' as const, table: 'post_images', id, data: { position } });

  test('five, in order, which the author changes, and no sixth', async () => {
    const id = await post(author);
    for (let position = 0; position < 5; position++)
      expect((await image(author, id, { position }))[0]?.status).toBe('applied');
    expect((await image(author, id))[0]).toMatchObject({
      status: 'rejected',
      message: 'You can only upload up to 5 images. For now!',
    });
    expect(await images(id)).toBe(5);
    // The free position, by which two pictures change places, takes no sixth.
    const ids = await world.one<string[]>(
      'select jsonb_agg(id order by position) from post_images where post_id = $1',
      [id],
    );
    const moves = (
      [
        [0, 5],
        [1, 0],
        [0, 1],
      ] as const
    ).map(([at, position]) => move(ids[at], position));
    expect((await author.applyCrud(action(...moves.slice(0, 1))))[0]?.status).toBe('applied');
    expect((await image(author, id, { position: 0 }))[0]?.status).toBe('rejected');
    expect((await author.applyCrud(action(...moves)))[0]?.status).toBe('applied');
    const order = [1, 0, 2, 3, 4].map((at) => ids[at]);
    expect(await world.one('select jsonb_agg(id order by position) from post_images where post_id = $1', [id])).toEqual(
      order,
    );
  });
  test('five of 12 that arrive at the same moment', async () => {
    const id = await post(author);
    await Promise.allSettled((await world.twelve(author)).map((session) => image(session, id)));
    expect(await images(id)).toBe(5);
  });
  test('only the author adds and removes; the address must be safe; invisible and absent posts answer alike', async () => {
    const id = await post(author);
    expect((await image(stranger, id))[0]).toMatchObject({ status: 'rejected', code: '42501' });
    expect((await image(world.staff, id))[0]?.status).toBe('rejected');
    const folder = '/storage/v1/object/authenticated/post-images';
    const outside = ['../csae-report-files/a.png', 'a/%2E./b.png', '..'].map((path) => `${folder}/${path}`);
    for (const url of [
      'javascript:alert(1)',
      'data:image/png,x',
      '//evil.example/x',
      '/../rest/v1/posts',
      ...outside,
    ]) {
      expect((await image(author, id, { url }))[0], url).toMatchObject({ code: '23514' });
    }
    await image(author, id);
    expect((await stranger.run('delete from post_images where post_id = $1', [id])).rowCount).toBe(0);
    const hidden = await post(author, { visibility: 'friends' });
    await image(author, hidden);
    expect(await stranger.rows('select id from post_images where post_id = $1', [hidden])).toEqual([]);
    expect(await friend.rows('select id from post_images where post_id = $1', [hidden])).toHaveLength(1);
    const [[one], [two]] = [await image(stranger, hidden), await image(stranger, randomUUID())];
    expect({ ...one, action_id: '' }).toEqual({ ...two, action_id: '' });
  });
  test('a post keeps at least one content, whichever goes last', async () => {
    const id = await post(author);
    await image(author, id);
    expect(await author.refusal("update posts set title = '' where id = $1", [id])).toBeNull();
    expect(await author.refusal('delete from post_images where post_id = $1', [id])).toMatchObject({
      code: '23514',
      message: 'Please include at least a title, description, gif or image.',
    });
    expect(await author.refusal('delete from posts where id = $1', [id])).toBeNull();
    expect(await images(id)).toBe(0);
    const bare = await post(author);
    expect(await author.refusal('update posts set title = null where id = $1', [bare])).toMatchObject({
      code: '23514',
    });
  });
});
