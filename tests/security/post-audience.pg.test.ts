import { beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../support/as-member.ts';
import { post, sees, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger, staff, guest } = world;
let otherFriend: Session;
let pending: Session;

beforeAll(async () => {
  otherFriend = await world.newSession();
  pending = await world.newSession();
  await world.admin.query('select private.befriend($1, $2)', [author.id, otherFriend.id]);
  await world.admin.query("insert into friends (user_id, friend_id, status) values ($1, $2, 'pending')", [
    pending.id,
    author.id,
  ]);
});

describe('A10: visibility of a post', () => {
  const audience = async (id: string) => {
    const people = { guest, stranger, pending, friend, otherFriend, author, staff };
    const seen: string[] = [];
    for (const [name, session] of Object.entries(people)) if (await sees(session, id)) seen.push(name);
    return seen;
  };

  test('public: everyone', async () => {
    expect(await audience(await post(author))).toEqual([
      'guest',
      'stranger',
      'pending',
      'friend',
      'otherFriend',
      'author',
      'staff',
    ]);
  });
  test('friends: the author and accepted friends', async () => {
    expect(await audience(await post(author, { visibility: 'friends' }))).toEqual([
      'friend',
      'otherFriend',
      'author',
      'staff',
    ]);
  });
  test('friends, narrowed: the chosen ones', async () => {
    expect(
      await audience(await post(author, { visibility: 'friends', shared_with: [friend.id, stranger.id] })),
    ).toEqual(['friend', 'author', 'staff']);
  });
  test('friends, with only the author chosen: the author', async () => {
    expect(await audience(await post(author, { visibility: 'friends', shared_with: [author.id] }))).toEqual([
      'author',
      'staff',
    ]);
  });
  test.each(['pending_media', 'removed'])('%s: the author', async (status) => {
    const id = await post(author);
    await world.admin.query('update posts set status = $2 where id = $1', [id, status]);
    expect(await audience(id)).toEqual(['author', 'staff']);
  });
  test('unfriending ends it at once', async () => {
    const id = await post(author, { visibility: 'friends' });
    await world.admin.query('begin');
    await world.admin.query('delete from friends where user_id = $1 and friend_id = $2', [friend.id, author.id]);
    await world.admin.query('commit');
    expect(await sees(friend, id)).toBe(false);
    await world.admin.query('select private.befriend($1, $2)', [friend.id, author.id]);
    expect(await sees(friend, id)).toBe(true);
  });
});

describe('the first screen of a device that was never here', () => {
  const first = async (session: Session): Promise<Record<string, unknown>[]> =>
    (await session.rows<{ posts: Record<string, unknown>[] }>("select first_posts() -> 'posts' as posts"))[0]?.posts ??
    [];

  test('contains only the newest public posts of the feed, pinned first, for every caller', async () => {
    const shown = await post(author, { title: 'For all' });
    const pinned = await post(author, { title: 'Pinned' });
    await world.admin.query("update posts set sticky = true, created_at = now() - interval '1 year' where id = $1", [
      pinned,
    ]);
    const hidden = [await post(author, { visibility: 'friends' }), await post(author)];
    await world.admin.query("update posts set status = 'removed' where id = $1", [hidden[1]]);
    for (const session of [guest, friend, author, staff]) {
      const posts = await first(session);
      expect(posts.length).toBeLessThanOrEqual(10);
      const ids = posts.map(({ id }) => id);
      expect(ids.filter((id) => id === pinned || id === shown)).toEqual([pinned, shown]);
      for (const id of hidden) expect(ids).not.toContain(id);
    }
    await world.admin.query('update posts set sticky = false where id = $1', [pinned]);
  });

  test('is drawn as the device draws it later: same words, numbers, names and time', async () => {
    const id = await post(author, { title: 'Same', description: 'Words' });
    const drawn = (await first(guest)).find((row) => row['id'] === id);
    const { username } = (await world.admin.query('select username from profiles where id = $1', [author.id])).rows[0];
    expect(drawn).toMatchObject({
      ...{
        user_id: author.id,
        title: 'Same',
        description: 'Words',
        visibility: 'public',
        sticky: 0,
        comments_locked: 0,
      },
      ...{
        author: { username },
        score: 0,
        comment_count: 0,
        images: null,
        gif_url: null,
        video_url: null,
        poll_id: null,
        poll: null,
      },
    });
    // As the stream writes it.
    expect(drawn?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });
});
