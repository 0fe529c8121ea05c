import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { insert, pairId, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger } = world;

const comment = (session: Session, on: string) => insert(session, 'comments', { post_id: on, text: 'Well shot' });

describe('A24: likes', () => {
  const likes = (id: string) => world.one<number>('select likes from comment_stats where id = $1', [id]);
  const like = (session: Session, on: string) =>
    session.applyCrud(
      action(
        put(
          'comment_likes',
          { comment_id: on, user_id: session.id, post_id: null },
          pairId('comment_like', on, session.id),
        ),
      ),
    );

  test('control: like, take back; 12 at the same moment are one', async () => {
    const on = await comment(friend, await post(author));
    await Promise.allSettled((await world.twelve(author)).map((session) => like(session, on)));
    expect(await likes(on)).toBe(1);
    await like(friend, on);
    expect(await likes(on)).toBe(2);
    await author.applyCrud(action({ op: 'DELETE', table: 'comment_likes', id: pairId('comment_like', on, author.id) }));
    expect(await likes(on)).toBe(1);
  });
  test('a like in another name, or on a comment that the member cannot read, is rejected', async () => {
    const id = await post(author, { visibility: 'friends' });
    const on = await comment(friend, id);
    expect(await refusedInsert(author, 'comment_likes', { comment_id: on, user_id: friend.id })).toMatchObject({
      code: '42501',
    });
    const absent = await refusedInsert(stranger, 'comment_likes', { comment_id: randomUUID() });
    expect(absent).toMatchObject({ code: '23503' });
    expect(await refusedInsert(stranger, 'comment_likes', { comment_id: on })).toEqual(absent);
    await like(friend, on);
    expect(await stranger.rows('select id from comment_likes where comment_id = $1', [on])).toEqual([]);
    expect(await author.rows('select id from comment_likes where comment_id = $1', [on])).toHaveLength(1);
    expect((await author.run('delete from comment_likes where comment_id = $1', [on])).rowCount).toBe(0);
  });
  test('a member who can no longer read the comment sees only their own like, and can remove it', async () => {
    const parted = await world.newSession();
    await world.admin.query('select private.befriend($1, $2)', [author.id, parted.id]);
    const on = await comment(friend, await post(author, { visibility: 'friends' }));
    await like(friend, on);
    await like(parted, on);
    await world.admin.query('delete from public.friends where $1 in (user_id, friend_id)', [parted.id]);
    expect(await parted.rows('select id from comments where id = $1', [on])).toEqual([]);
    expect(await parted.rows('select user_id from comment_likes where comment_id = $1', [on])).toEqual([
      { user_id: parted.id },
    ]);
    await parted.applyCrud(action({ op: 'DELETE', table: 'comment_likes', id: pairId('comment_like', on, parted.id) }));
    expect(await likes(on)).toBe(1);
  });
});
