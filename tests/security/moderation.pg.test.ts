import { describe, expect, test } from 'vitest';
import { action, newMember, type Session } from '../support/as-member.ts';
import { insert, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger, staff } = world;

const told = async (session: Session, about: string) =>
  (
    await world.admin.query<{ type: string; data: Record<string, unknown> }>(
      `select type, data from notifications where user_id = $1 and (data ->> 'post_id' = $2 or cause = 'removal:' || $2) order by created_at`,
      [session.id, about],
    )
  ).rows;

describe('comment notifications', () => {
  test('to the author of the post and of the parent, not to oneself, once also under replay', async () => {
    const id = await post(author);
    const op = put('comments', { post_id: id, user_id: friend.id, text: 'Well shot' });
    const tx = action(op);
    await friend.applyCrud(tx, tx);
    await friend.applyCrud(action(op));
    expect(await told(author, id)).toEqual([
      {
        type: 'comment',
        data: { post_id: id, from_user_id: friend.id, from_username: 'frida', text: 'Well shot' },
      },
    ]);
    await insert(stranger, 'comments', { post_id: id, text: 'Reply', parent_id: op.id });
    expect((await told(friend, id)).map((row) => row.data.text)).toEqual(['Reply']);
    expect(await told(author, id)).toHaveLength(2);
    await insert(author, 'comments', { post_id: id, text: 'Thanks' });
    expect(await told(author, id)).toHaveLength(2);
    await friend.run("update comments set text = 'Edited' where id = $1", [op.id]);
    expect(await told(author, id)).toHaveLength(2);
    await friend.run('delete from comments where id = $1', [op.id]);
    expect(await told(author, id)).toHaveLength(1);
  });
  test('a comment that mentions a member whom it answers is one notification and one push', async () => {
    await world.admin.query('select save_push_subscription($1, $2, $3, $4, null)', [
      author.id,
      `https://fcm.googleapis.com/${author.id}`,
      'p'.repeat(87),
      'a'.repeat(22),
    ]);
    const pushes = () => world.one('select array_agg(kind) from private.push_queue where user_id = $1', [author.id]);
    const types = async (session: Session, about: string) => (await told(session, about)).map(({ type }) => type);
    const id = await post(author);
    const parent = await insert(stranger, 'comments', { post_id: id, text: 'Which bay?' });
    await world.admin.query('delete from private.push_queue');
    const said = await insert(friend, 'comments', { post_id: id, text: '@ann.author @stu bay 4', parent_id: parent });
    expect([await types(author, id), await types(stranger, id)]).toEqual([['comment', 'comment'], ['comment']]);
    expect(await pushes()).toEqual(['comment']);
    await friend.run("update comments set text = '@ann.author @stu @addy bay 5' where id = $1", [said]);
    expect([await types(author, id), await types(stranger, id), await types(staff, id)]).toEqual([
      ['comment', 'comment'],
      ['comment'],
      ['mention'],
    ]);

    // Without pushes of comments, a mention still reaches its member.
    await world.admin.query('insert into notification_settings (id, comment) values ($1, false)', [author.id]);
    const quiet = await post(author);
    await world.admin.query('delete from private.push_queue');
    await insert(friend, 'comments', { post_id: quiet, text: 'Well shot' });
    expect([await types(author, quiet), await pushes()]).toEqual([['comment'], null]);
    await insert(friend, 'comments', { post_id: quiet, text: 'Well shot, @ann.author' });
    expect([await types(author, quiet), await pushes()]).toEqual([['comment', 'mention'], ['mention']]);
    // Also when the comment mentions more members than are notified.
    const crowd = await Promise.all(
      Array.from({ length: 25 }, (_, n) => newMember(world.admin, { username: `crowd_${n}` })),
    );
    const full = await post(author);
    await insert(friend, 'comments', {
      post_id: full,
      text: `${crowd.map((_, n) => `@crowd_${n}`).join(' ')} @ann.author`,
    });
    expect(await types(author, full)).toEqual(['mention']);
    expect(
      await world.one(`select count(*)::int from notifications where type = 'mention' and data ->> 'post_id' = $1`, [
        full,
      ]),
    ).toBe(20);
    await world.admin.query('update notification_settings set mention = false where id = $1', [author.id]);
    await insert(friend, 'comments', { post_id: quiet, text: '@ann.author?' });
    expect(await types(author, quiet)).toEqual(['comment', 'mention', 'comment']);
    await world.admin.query('delete from notification_settings where id = $1', [author.id]);
    await world.admin.query('delete from push_subscriptions where user_id = $1', [author.id]);
  });
  test('mentions and replies of a blocked member do not notify the member who blocks them', async () => {
    const pest = await world.newSession();
    await world.admin.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [author.id, pest.id]);
    const elsewhere = await post(stranger);
    const said = await insert(author, 'comments', { post_id: elsewhere, text: 'Nice' });
    await insert(pest, 'comments', { post_id: elsewhere, text: '@ann.author look', parent_id: said });
    expect(await told(author, elsewhere)).toEqual([]);
    expect(await told(stranger, elsewhere)).toHaveLength(2);
    await post(pest, { title: 'Again @ann.author' });
    expect(
      await world.one(`select count(*)::int from notifications where user_id = $1 and data ->> 'from_user_id' = $2`, [
        author.id,
        pest.id,
      ]),
    ).toBe(0);
  });
  test('A11: the author of a parent comment is not notified when they can no longer read the post', async () => {
    const lost = await world.newSession();
    await world.admin.query('select private.befriend($1, $2)', [author.id, lost.id]);
    const id = await post(author, { visibility: 'friends' });
    const said = await insert(lost, 'comments', { post_id: id, text: 'x' });
    await world.admin.query('delete from friends where $1 in (user_id, friend_id)', [lost.id]);
    await insert(friend, 'comments', { post_id: id, text: 'secret', parent_id: said });
    expect(await told(lost, id)).toEqual([]);
  });
});

describe('A10: mentions', () => {
  test('in a public post and in comments: each member once, exact name first, then without the dots', async () => {
    const dotted = await world.newSession({ username: 'max.' });
    const id = await post(author, {
      title: 'Hi @FRIDA and @frida!',
      description: 'also @stu.. and @nobody, me@frida.example',
    });
    expect(await told(friend, id)).toEqual([
      { type: 'mention', data: { post_id: id, from_user_id: author.id, from_username: 'Ann.Author' } },
    ]);
    expect(await told(stranger, id)).toHaveLength(1);
    await post(author, { title: 'Exactly @max.' });
    expect(await world.one('select count(*)::int from notifications where user_id = $1', [dotted.id])).toBe(1);
    const said = await insert(stranger, 'comments', { post_id: id, text: '@frida see' });
    expect((await told(friend, id)).at(-1)).toEqual({
      type: 'mention',
      data: { post_id: id, from_user_id: stranger.id, from_username: 'stu', comment_id: said },
    });
    await author.run("update posts set title = 'Edited @frida @addy' where id = $1", [id]);
    expect(await told(friend, id)).toHaveLength(2);
    expect(await told(staff, id)).toHaveLength(1);
  });
  test('A21: edits notify each member once, and at most 20 members', async () => {
    const members: Session[] = [];
    for (let n = 0; n < 30; n++) members.push(await world.newSession({ username: `crowd-${n}-x` }));
    const names = (from: number, to: number) =>
      members
        .slice(from, to)
        .map((_, n) => `@crowd-${from + n}-x`)
        .join(' ');
    const notified = async (id: string) => {
      const counts: number[] = [];
      for (const member of members) counts.push((await told(member, id)).length);
      return { members: counts.filter((count) => count > 0).length, most: Math.max(...counts) };
    };
    const id = await post(author, { title: names(0, 15) });
    for (const [from, to] of [
      [0, 15],
      [10, 25],
      [15, 30],
      [0, 20],
    ] as const)
      await author.run('update posts set description = $2 where id = $1', [id, names(from, to)]);
    expect(await notified(id)).toEqual({ members: 20, most: 1 });
    const said = await insert(author, 'comments', { post_id: id, text: names(0, 2) });
    expect(await notified(id)).toEqual({ members: 20, most: 2 });
    for (let n = 2; n < 30; n += 4)
      await author.run('update comments set text = $2 where id = $1', [said, names(n, n + 4)]);
    const { rows } = await world.admin.query(
      "select count(*)::int from notifications where data ->> 'comment_id' = $1",
      [said],
    );
    expect(rows).toEqual([{ count: 20 }]);
  });
  test('mentions in a friends-only post notify only friends, in a narrowed one only the chosen', async () => {
    const other = await world.newSession({ username: 'otto' });
    await world.admin.query('select private.befriend($1, $2)', [author.id, other.id]);
    const id = await post(author, { title: '@frida @stu @otto @addy', visibility: 'friends' });
    expect([(await told(friend, id)).length, (await told(other, id)).length]).toEqual([1, 1]);
    expect([await told(stranger, id), await told(staff, id)]).toEqual([[], []]);
    const narrow = await post(author, { title: '@frida @otto', visibility: 'friends', shared_with: [friend.id] });
    expect([(await told(friend, narrow)).length, (await told(other, narrow)).length]).toEqual([1, 0]);
    await insert(friend, 'comments', { post_id: narrow, text: '@otto @stu come' });
    expect([(await told(other, narrow)).length, (await told(stranger, narrow)).length]).toEqual([0, 0]);
  });
});

describe('A25, A26: moderation', () => {
  test('staff flag, lock and pin as a set state; a second, stale admin changes nothing', async () => {
    const id = await post(author);
    const second = await world.newSession({ role: 'ceo' });
    for (const column of ['sticky', 'flagged', 'comments_locked']) {
      const set = action({ op: 'PATCH', table: 'posts', id, data: { [column]: 1 } });
      expect((await staff.applyCrud(set))[0]?.status).toBe('applied');
      await second.applyCrud(action({ op: 'PATCH', table: 'posts', id, data: { [column]: 1 } }));
      expect(await world.one(`select ${column} from posts where id = $1`, [id])).toBe(true);
      expect(
        (await author.applyCrud(action({ op: 'PATCH', table: 'posts', id, data: { [column]: 0 } })))[0]?.status,
      ).toBe('rejected');
    }
  });
  test('a deletion by staff notifies the author of the reason; the author’s own deletion notifies no member', async () => {
    const id = await post(author, { title: 'Gone', description: 'x'.repeat(9000) });
    const remove = action(put('post_removals', { post_id: id, moderator_id: staff.id, reason: 'Off topic' }), {
      op: 'DELETE',
      table: 'posts',
      id,
    });
    expect(await staff.applyCrud(remove, remove)).toMatchObject([{ status: 'applied' }, { status: 'duplicate' }]);
    const [notice, ...more] = await told(author, id);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ type: 'moderation', data: { reason: 'Off topic', post_title: 'Gone' } });
    expect(Object.keys(notice?.data ?? {}).toSorted()).toEqual([
      'deleted_at',
      'post_description',
      'post_title',
      'reason',
    ]);
    expect(await author.rows('select reason from post_deletions where id = $1', [id])).toEqual([
      { reason: 'Off topic' },
    ]);
    // Not which moderator.
    expect(await author.refusal('select deleted_by from post_deletions')).toMatchObject({ code: '42501' });
    const plain = await post(author);
    await staff.run('delete from posts where id = $1', [plain]);
    expect(await told(author, plain)).toMatchObject([{ data: { reason: 'Your post was removed by a moderator.' } }]);
    const [own, ownStaff] = [await post(author), await post(staff)];
    await author.run('delete from posts where id = $1', [own]);
    await staff.run('delete from posts where id = $1', [ownStaff]);
    expect([await told(author, own), await told(staff, ownStaff)]).toEqual([[], []]);
  });
  test('members give no reasons, and read none', async () => {
    const id = await post(author);
    expect(await refusedInsert(stranger, 'post_removals', { post_id: id, reason: 'x' })).toMatchObject({
      code: '42501',
    });
    expect(await refusedInsert(staff, 'post_removals', { post_id: id, reason: ' ' })).toMatchObject({ code: '23514' });
    expect(await stranger.rows('select * from post_removals')).toEqual([]);
    expect(await staff.refusal('update post_removals set reason = $1', ['x'])).toMatchObject({ code: '42501' });
  });
  test('flagged posts are counted per member, for staff only; deleting them clears nothing', async () => {
    const poster = await world.newSession();
    const ids = [await post(poster), await post(poster), await post(poster), await post(poster)];
    for (const id of ids) await staff.run('update posts set flagged = true where id = $1', [id]);
    await staff.run('update posts set flagged = false where id = $1', [ids[3]]);
    await poster.run('delete from posts where id = $1', [ids[0]]);
    const flags = 'select flagged_posts from member_flags where user_id = $1';
    expect(await staff.rows(flags, [poster.id])).toEqual([{ flagged_posts: 3 }]);
    expect(await poster.rows(flags, [poster.id])).toEqual([]);
    expect(await world.guest.refusal(flags, [poster.id])).toMatchObject({ code: '42501' });
  });
});
