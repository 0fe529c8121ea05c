import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let ann: Session;
let ben: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  ann = new Session(await scratch.connect(), await newMember(admin));
  ben = new Session(await scratch.connect(), await newMember(admin));
  guest = new Session(await scratch.connect(), null);
});
afterAll(() => scratch.stop());

const me = (session: Session): string => session.id ?? '';
const from = (session: Session) => ({
  from_user_id: me(session),
  from_username: 'someone',
  from_profile_image_url: null,
});
const notify = async (recipient: string, kind: string, data: unknown, cause: string = randomUUID()) =>
  (await admin.query('select private.notify($1, $2, $3, $4) as id', [recipient, kind, JSON.stringify(data), cause]))
    .rows[0].id as string | null;
const inbox = async (session: Session) =>
  (await session.rows<{ id: string }>('select id from notifications order by created_at desc')).map((row) => row.id);
const synced = async (id: string) => (await readReplica(scratch.url, { userId: id })).ids('notifications');

describe('A20: only the server makes notifications', () => {
  test.each([
    ['promotion', { message: 'You are admin', promoted_at: '2026-01-01T00:00:00Z' }],
    ['moderation', { reason: 'x', post_title: 'y', post_description: 'z', deleted_at: '2026-01-01T00:00:00Z' }],
  ])('a member inserts no %s, for others or themselves, over REST or the queue', async (type, data) => {
    for (const owner of [me(ann), me(ben)]) {
      expect(
        await ann.refusal('insert into notifications (user_id, type, data, cause) values ($1, $2, $3, $4)', [
          owner,
          type,
          data,
          'x',
        ]),
      ).toMatchObject({ code: '42501' });
      const [result] = await ann.applyCrud(
        action({ op: 'PUT', table: 'notifications', id: randomUUID(), data: { user_id: owner, type, data } }),
      );
      expect(result).toMatchObject({ status: 'rejected', code: '42501' });
    }
    expect(await ann.refusal('select private.notify($1, $2, $3, $4)', [me(ben), type, data, 'x'])).toMatchObject({
      code: '42501',
    });
  });

  test('nothing but is_read can be changed, and only by the owner', async () => {
    const id = await notify(me(ann), 'friend_request', from(ben));
    for (const change of [`data = '{}'`, "type = 'promotion'", `user_id = '${me(ben)}'`, 'created_at = now()']) {
      expect(await ann.refusal(`update notifications set ${change} where id = $1`, [id])).toMatchObject({
        code: '42501',
      });
    }
    expect((await ben.run('update notifications set is_read = true where id = $1', [id])).rowCount).toBe(0);
    expect((await ben.run('delete from notifications where id = $1', [id])).rowCount).toBe(0);
    expect(await guest.refusal('select * from notifications')).toMatchObject({ code: '42501' });
  });

  test('control: the owner reads, marks and deletes, over REST, the queue and sync', async () => {
    const [one, two] = [
      (await notify(me(ann), 'friend_request', from(ben))) ?? '',
      (await notify(me(ann), 'friend_accept', from(ben))) ?? '',
    ];
    expect(await inbox(ann)).toEqual(expect.arrayContaining([one, two]));
    expect(await synced(me(ann))).toEqual((await inbox(ann)).toSorted());
    expect(await inbox(ben)).toEqual([]);
    expect(await synced(me(ben))).toEqual([]);
    expect(await synced('guest')).toEqual([]);
    expect((await ann.run('update notifications set is_read = true where id = $1', [one])).rowCount).toBe(1);
    const results = await ann.applyCrud(
      action({ op: 'PATCH', table: 'notifications', id: two, data: { is_read: 1 } }),
      action({ op: 'DELETE', table: 'notifications', id: two }),
    );
    expect(results.map((result) => result.status)).toEqual(['applied', 'applied']);
    expect(await inbox(ann)).not.toContain(two);
  });
});

describe('the fields of each type', () => {
  const ids = { post_id: randomUUID(), from_user_id: randomUUID(), from_username: 'kip' };
  const forms: [string, Record<string, unknown>][] = [
    ['friend_request', { from_user_id: ids.from_user_id, from_username: 'kip', from_profile_image_url: null }],
    ['friend_accept', { from_user_id: ids.from_user_id, from_username: 'kip', from_profile_image_url: '/a.png' }],
    ['comment', { ...ids, text: 'Nice group' }],
    ['mention', ids],
    ['mention', { ...ids, comment_id: randomUUID() }],
    ['moderation', { reason: 'r', post_title: 't', post_description: 'd', deleted_at: 'now' }],
    ['promotion', { message: 'm', promoted_at: 'now' }],
  ];
  test.each(forms)('%s is taken with its fields, not with one more, one less or a wrong id', async (type, data) => {
    const judge = async (value: unknown) =>
      (await admin.query('select private.is_notification_data($1, $2) as ok', [type, JSON.stringify(value)])).rows[0]
        .ok;
    expect(await judge(data)).toBe(true);
    expect(await judge({ ...data, extra: 'x' })).toBe(false);
    for (const key of Object.keys(data)) {
      const { [key]: _left, ...rest } = data;
      expect(await judge(rest), key).toBe(key === 'comment_id');
      expect(await judge({ ...data, [key]: 7 }), key).toBe(false);
    }
    if ('from_user_id' in data) expect(await judge({ ...data, from_user_id: 'kip' })).toBe(false);
    expect(await judge(null)).toBe(false);
    expect(await judge([])).toBe(false);
  });
});

describe('each event notifies the right members once', () => {
  test('F07: a replay tells nothing again, not even after the member deleted it', async () => {
    const cause = randomUUID();
    const id = await notify(me(ann), 'friend_request', from(ben), cause);
    expect(id).not.toBeNull();
    expect(await notify(me(ann), 'friend_request', from(ben), cause)).toBeNull();
    await ann.run('delete from notifications where id = $1', [id]);
    expect(await notify(me(ann), 'friend_request', from(ben), cause)).toBeNull();
    expect(await notify(me(ben), 'friend_request', from(ann), cause)).not.toBeNull();
  });

  test('oneself, a blocked or muted pair, a banned or deleted recipient are not told', async () => {
    const [one, two, three] = [await newMember(admin), await newMember(admin), await newMember(admin)];
    const by = (id: string) => ({ from_user_id: id, from_username: 'x', from_profile_image_url: null });
    expect(await notify(one, 'friend_request', by(two))).not.toBeNull();
    expect(await notify(one, 'friend_request', by(one))).toBeNull();
    expect(await notify(randomUUID(), 'friend_request', by(two))).toBeNull();
    await admin.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [two, one]);
    expect(await notify(one, 'friend_request', by(two))).toBeNull();
    expect(await notify(two, 'friend_request', by(one))).toBeNull();
    await admin.query('insert into mutes (user_id, muted_id) values ($1, $2)', [one, three]);
    expect(await notify(one, 'friend_request', by(three))).toBeNull();
    expect(await notify(three, 'friend_request', by(one))).not.toBeNull();
    await admin.query('update profiles set is_banned = true where id = $1', [three]);
    expect(await notify(three, 'friend_request', by(one))).toBeNull();
  });
});

test('A21: a flood from one sender, or from many, stays bounded on the server and on the device', async () => {
  const id = await newMember(admin);
  for (let n = 0; n < 70; n++) await notify(id, 'friend_request', from(ben));
  const count = async () =>
    Number((await admin.query('select count(*) from notifications where user_id = $1', [id])).rows[0].count);
  expect(await count()).toBe(60);
  await admin.query(
    `select private.notify($1, 'promotion', '{"message": "m", "promoted_at": "now"}', 'flood' || n) from generate_series(1, 1300) n`,
    [id],
  );
  expect(await count()).toBeLessThan(1200);
  expect(await synced(id)).toHaveLength(200);
});

test('A16: nothing is published to the realtime service', async () => {
  const { rows } = await admin.query("select pubname from pg_publication where pubname <> 'powersync'");
  expect(rows).toEqual([]);
});

test('A34: a banned member reads no notifications, on neither way, and keeps their own profile', async () => {
  const banned = new Session(await scratch.connect(), await newMember(admin));
  await notify(me(banned), 'friend_request', from(ben));
  expect(await inbox(banned)).toHaveLength(1);
  await admin.query('update profiles set is_banned = true where id = $1', [banned.id]);
  expect(await inbox(banned)).toEqual([]);
  const replica = await readReplica(scratch.url, { userId: me(banned) });
  expect(replica.ids('notifications')).toEqual([]);
  expect(replica.ids('friends')).toEqual([]);
  expect(replica.ids('my_profile')).toEqual([banned.id]);
});

test('a deleted post takes its notifications along', async () => {
  const post = randomUUID();
  await admin.query("insert into posts (id, user_id, title) values ($1, $2, 'x')", [post, me(ann)]);
  const id = await notify(me(ann), 'comment', {
    post_id: post,
    from_user_id: me(ben),
    from_username: 'ben',
    text: 'y',
  });
  expect((await ann.rows('select post_author_id from notifications where id = $1', [id]))[0]).toEqual({
    post_author_id: ann.id,
  });
  await admin.query('delete from posts where id = $1', [post]);
  expect(await inbox(ann)).not.toContain(id);
});

test('notification settings belong to their member, and their push obeys them', async () => {
  const [mia, tom] = [
    new Session(await scratch.connect(), await newMember(admin)),
    new Session(await scratch.connect(), await newMember(admin)),
  ];
  const change = (id: string, data: Record<string, unknown>) =>
    mia.applyCrud(
      action(
        { op: 'PUT', table: 'notification_settings', id, data: { comment: 1 } },
        { op: 'PATCH', table: 'notification_settings', id, data },
      ),
    );
  const choices = (session: Session) => session.rows('select id, comment, message from notification_settings');
  expect(await change(me(mia), { comment: 0 })).toMatchObject([{ status: 'applied' }]);
  // As a second device that does not have the row yet.
  expect(await change(me(mia), { message: 0 })).toMatchObject([{ status: 'applied' }]);
  expect(await choices(mia)).toEqual([{ id: me(mia), comment: false, message: false }]);
  expect(await change(me(tom), { comment: 0 })).toMatchObject([{ status: 'rejected', code: '42501' }]);
  expect(await choices(tom)).toEqual([]);
  expect(await guest.refusal('select id from notification_settings')).toMatchObject({ code: '42501' });
  expect((await readReplica(scratch.url, { userId: me(mia) })).ids('notification_settings')).toEqual([me(mia)]);
  expect((await readReplica(scratch.url, { userId: me(tom) })).ids('notification_settings')).toEqual([]);

  const told = async (kind: string) => {
    await notify(
      me(mia),
      kind,
      kind === 'mention' ? { post_id: randomUUID(), from_user_id: me(tom), from_username: 'tom' } : from(tom),
    );
    const [{ pushes }] = (await admin.query('select public.claim_pushes(10, $1, $2) as pushes', [me(tom), me(mia)]))
      .rows;
    return pushes.length > 0;
  };
  await admin.query('select save_push_subscription($1, $2, $3, $4, null)', [
    me(mia),
    `https://fcm.googleapis.com/${randomUUID()}`,
    'p'.repeat(87),
    'a'.repeat(22),
  ]);
  expect(await told('friend_request')).toBe(true);
  await change(me(mia), { mention: 0 });
  expect(await told('mention')).toBe(false);
  expect(await inbox(mia)).toHaveLength(2);
});
