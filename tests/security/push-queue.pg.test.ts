import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type FunctionsSuite, startFunctionsSuite } from '../support/functions-suite.ts';

let suite: FunctionsSuite;
let db: pg.Client;
let ann: string;
let ben: string;

beforeAll(async () => {
  suite = await startFunctionsSuite();
  db = suite.db;
});
afterAll(() => suite.stop());
beforeEach(async () => {
  await db.query('delete from private.rate_usage');
  await db.query('delete from push_subscriptions');
  [ann, ben] = [await newMember(db), await newMember(db)];
});

const SENTENCE = expect.stringMatching(/^[A-Z].*\.$/);
interface Device {
  id: string;
  subscription: { endpoint: string };
  received: { payload: unknown; urgency: string; declarative: unknown }[];
}
const at = async (path: string, init?: RequestInit): Promise<Device> =>
  (await (await fetch(`${suite.host.url}/_dev/push/${path}`, init)).json()) as Device;
const device = () => at('subscriptions', { method: 'POST' });
const received = async ({ id }: Device): Promise<unknown[]> => (await at(id)).received.map(({ payload }) => payload);
const answerFrom = ({ id }: Device, status: number) => at(id, { method: 'PUT', body: JSON.stringify({ status }) });
const save = (member: string, one: Device) =>
  suite.post('save-subscription', { user_id: member, subscription: one.subscription }, member);
const rowsOf = async (member: string) =>
  (await db.query('select endpoint from push_subscriptions where user_id = $1', [member])).rows.map(
    (row) => row.endpoint,
  );
const message = (from: string, to: string, text = 'Secret words') =>
  db.query('insert into private_messages (sender_id, recipient_id, content) values ($1, $2, $3)', [from, to, text]);
const asService = () => ({ authorization: `Bearer ${suite.host.serviceRoleKey}` });
const tick = async () => (await suite.post('send-pushes', {}, asService())).body;
const queued = async () => Number((await db.query('select count(*) from private.push_queue')).rows[0].count);

describe('the push queue', () => {
  test('only the service sends it', async () => {
    expect(await suite.post('send-pushes', {})).toEqual({ status: 403, body: { error: SENTENCE } });
    expect(await suite.post('send-pushes', {}, ann)).toEqual({ status: 403, body: { error: SENTENCE } });
  });

  test('is filled by the database’s own events, without a call of the sender; nothing without a device', async () => {
    await message(ann, ben);
    expect(await queued()).toBe(0);
    const phone = await device();
    await save(ben, phone);
    await message(ann, ben);
    await db.query("select private.notify($1, 'moderation', $2, $3)", [
      ben,
      JSON.stringify({ reason: 'Secret words', post_title: null, post_description: null, deleted_at: null }),
      randomUUID(),
    ]);
    expect(await tick()).toEqual({ sent: 2 });
    // Sent at the same time.
    const all = await received(phone);
    expect(new Set(all.map((one) => (one as { title: string }).title))).toEqual(new Set(['New message', 'Moderation']));
    expect(all).toMatchObject([{ unread: 3 }, { unread: 3 }]);
    expect(JSON.stringify(all)).not.toContain('Secret words');
    expect(await tick()).toEqual({ sent: 0 });
  });

  test('every kind is a Declarative Web Push, which Safari shows without the app’s code', async () => {
    const phone = await device();
    await save(ben, phone);
    const post = await postOf(ben);
    await message(ann, ben);
    await commentOf(ann, post);
    await db.query("insert into friends (user_id, friend_id, status) values ($1, $2, 'pending')", [ann, ben]);
    const [{ username }] = (await db.query('select username from profiles where id = $1', [ann])).rows;
    const kinds: [kind: string, data: object][] = [
      ['mention', { from_user_id: ann, from_username: username, post_id: post }],
      ['friend_accept', { from_user_id: ann, from_username: username, from_profile_image_url: null }],
      ['moderation', { reason: 'Secret words', post_title: null, post_description: null, deleted_at: null }],
      ['promotion', { message: 'x', promoted_at: 'x' }],
    ];
    for (const [kind, data] of kinds)
      await db.query('select private.notify($1, $2, $3, $4)', [ben, kind, JSON.stringify(data), randomUUID()]);
    expect(await tick()).toEqual({ sent: 7 });
    const all = (await at(phone.id)).received as {
      payload: { kind: string; title: string; body: string; url: string; tag: string; unread: number };
      declarative: unknown;
    }[];
    expect(new Set(all.map(({ payload }) => payload.kind)).size).toBe(7);
    for (const { payload, declarative } of all) {
      const { title, body, tag, url, unread } = payload;
      const navigate = suite.host.url + url;
      expect(declarative, payload.kind).toMatchObject({ title, body, tag, navigate, appBadge: unread, mutable: false });
    }
  });

  test.each([
    ['picture', 'A photo of a post of yours was not accepted.'],
    ['comment-picture', 'The photo of a comment of yours was not accepted.'],
    ['profile-picture', 'Your profile picture was removed.'],
    ['', 'A moderator removed a post of yours.'],
  ])('blames no moderator for a step of the server (%s)', async (cause, body) => {
    const { rows } = await db.query(
      "select private.push_payload('moderation', null, null, jsonb_build_object('cause', $1::text), gen_random_uuid(), null) ->> 'body' as body",
      [cause],
    );
    expect(rows).toEqual([{ body }]);
  });

  test('a newer message of the same sender replaces an unsent one; topic, urgency and TTL are set', async () => {
    const phone = await device();
    await save(ben, phone);
    await message(ann, ben);
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 1 });
    const [push] = (await at(phone.id)).received;
    expect(push).toMatchObject({ ttl: '86400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
  });

  test('a failed push is sent later, only to the device where it failed; pushes for deleted devices are removed', async () => {
    const [broken, gone, phone] = [await device(), await device(), await device()];
    for (const one of [broken, gone, phone]) await save(ben, one);
    await answerFrom(broken, 500);
    await answerFrom(gone, 410);
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 1 });
    expect(new Set(await rowsOf(ben))).toEqual(new Set([broken, phone].map((one) => one.subscription.endpoint)));
    await answerFrom(broken, 201);
    expect(await tick()).toEqual({ sent: 0 });
    await db.query('update private.push_queue set due_at = now()');
    expect(await tick()).toEqual({ sent: 1 });
    expect([await received(broken), await received(phone)]).toMatchObject([[{ to: ben }], [{ to: ben }]]);
    expect(await queued()).toBe(0);

    // After six attempts it is dropped.
    await answerFrom(broken, 500);
    await message(ann, ben);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await tick();
      await db.query('update private.push_queue set due_at = now()');
    }
    expect(await queued()).toBe(0);
    expect(await received(broken)).toHaveLength(1);
  });

  const commentOf = async (author: string, post: string) =>
    db.query("insert into comments (post_id, user_id, text) values ($1, $2, 'Secret words')", [post, author]);
  const postOf = async (author: string): Promise<string> => {
    const post = randomUUID();
    await db.query("insert into posts (id, user_id, title) values ($1, $2, 'Bay times')", [post, author]);
    return post;
  };

  test('the sender of the newest event decides: a mute of the first one does not drop the push of the second one', async () => {
    const phone = await device();
    await save(ben, phone);
    const [cy, post] = [await newMember(db), await postOf(ben)];
    await commentOf(ann, post);
    await commentOf(cy, post);
    await db.query('insert into mutes (user_id, muted_id) values ($1, $2)', [ben, ann]);
    expect(await tick()).toEqual({ sent: 1 });
    expect(await received(phone)).toMatchObject([{ from: cy, kind: 'comment' }]);

    // And the other way round.
    await commentOf(cy, post);
    const dee = await newMember(db);
    await commentOf(dee, post);
    await db.query('insert into mutes (user_id, muted_id) values ($1, $2)', [ben, dee]);
    expect(await tick()).toEqual({ sent: 0 });
  });

  test('on a device that changed hands nothing is sent that waited for the first member', async () => {
    const [shared, own] = [await device(), await device()];
    await save(ben, shared);
    const post = await postOf(ben);
    await commentOf(ann, post);
    expect(await queued()).toBe(1);
    const cy = await newMember(db);
    await save(cy, shared);
    expect(await queued()).toBe(0);
    // An event that was being queued at that moment.
    await save(ben, own);
    await commentOf(cy, post);
    await db.query(
      `update private.push_queue set subscription_id = (select id from push_subscriptions where user_id = $1) where user_id = $2`,
      [cy, ben],
    );
    expect(await tick()).toEqual({ sent: 0 });
    expect(await queued()).toBe(0);
    await message(ann, cy);
    expect(await tick()).toEqual({ sent: 1 });
    expect(await received(shared)).toMatchObject([{ to: cy, kind: 'message' }]);
  });

  test('a login that has ended, here or elsewhere, ends the pushes of its device', async () => {
    const [lost, phone] = [await device(), await device()];
    const sessions = [randomUUID(), randomUUID()];
    for (const [index, one] of [lost, phone].entries()) {
      await db.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessions[index], ben]);
      const headers = { authorization: `Bearer ${suite.host.tokenOf(ben, sessions[index])}` };
      const answer = await suite.post('save-subscription', { user_id: ben, subscription: one.subscription }, headers);
      expect(answer.status).toBe(200);
    }
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 2 });
    await db.query('delete from auth.sessions where id = $1', [sessions[0]]);
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 1 });
    expect([(await received(lost)).length, (await received(phone)).length]).toEqual([1, 2]);
    expect(await rowsOf(ben)).toEqual([phone.subscription.endpoint]);
    expect(await queued()).toBe(0);
  });

  test('one member may push to another 120 times an hour; what replaces an unsent push is not counted', async () => {
    const phone = await device();
    await save(ben, phone);
    const used = async () =>
      (await db.query("select used from private.rate_usage where action = 'push_to'")).rows.map(({ used }) => used);
    for (let n = 0; n < 5; n += 1) await message(ann, ben);
    expect(await used()).toEqual([1]);
    expect(await tick()).toEqual({ sent: 1 });
    await db.query("update private.rate_usage set used = 119 where action = 'push_to'");
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 1 });
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 0 });
    const cy = await newMember(db);
    await message(cy, ben);
    expect(await tick()).toEqual({ sent: 1 });
  });

  test('the unread count of a push and of the caller is the app’s: nothing of a blocked or muted member, no answered request', async () => {
    const phone = await device();
    await save(ben, phone);
    const [cy, dy] = [await newMember(db), await newMember(db)];
    for (const from of [ann, cy, cy]) await message(from, ben);
    for (const one of [cy, dy]) await commentOf(one, await postOf(ben));
    const request = await newMember(db);
    await db.query("insert into friends (user_id, friend_id, status) values ($1, $2, 'pending')", [request, ben]);
    const unreadOf = async (member: string) =>
      (await new Session(db, member).rows<{ my_unread_total: number }>('select my_unread_total()'))[0]?.my_unread_total;
    expect(await unreadOf(ben)).toBe(6);
    await db.query("update friends set status = 'accepted' where user_id = $1", [request]);
    expect(await unreadOf(ben)).toBe(5);
    await db.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [ben, cy]);
    expect(await unreadOf(ben)).toBe(2);
    await db.query('insert into mutes (user_id, muted_id) values ($1, $2)', [ben, dy]);
    expect(await unreadOf(ben)).toBe(1);
    expect(await unreadOf(ann)).toBe(0);
    expect(await tick()).toEqual({ sent: 1 });
    expect(await received(phone)).toMatchObject([{ from: ann, unread: 1 }]);
  });

  test('a comment opens itself, and the kind decides the urgency', async () => {
    const phone = await device();
    await save(ben, phone);
    const [post, comment] = [randomUUID(), randomUUID()];
    await db.query("insert into posts (id, user_id, title) values ($1, $2, 'Bay times')", [post, ben]);
    await db.query("insert into comments (id, post_id, user_id, text) values ($1, $2, $3, 'Secret words')", [
      comment,
      post,
      ann,
    ]);
    await db.query("select private.notify($1, 'promotion', $2, $3)", [
      ben,
      JSON.stringify({ message: 'x', promoted_at: 'x' }),
      randomUUID(),
    ]);
    expect(await tick()).toEqual({ sent: 2 });
    const pushes = (await at(phone.id)).received as { payload: { kind: string; url: string }; urgency: string }[];
    expect(new Set(pushes.map(({ payload: { kind, url }, urgency }) => [kind, urgency, url].join(' ')))).toEqual(
      new Set([`comment normal /posts/${post}?commentId=${comment}`, 'promotion low /notifications']),
    );
  });

  test('nothing comes in quiet hours, and everything at their end', async () => {
    const phone = await device();
    await save(ben, phone);
    const quiet = (from: string, to: string) =>
      db.query(
        `insert into notification_settings as s (id, quiet_from, quiet_to, time_zone)
         select $1, extract(hour from f) * 60 + extract(minute from f), extract(hour from t) * 60 + extract(minute from t), 'Asia/Tokyo'
         from (select now() at time zone 'Asia/Tokyo' + $2::interval as f, now() at time zone 'Asia/Tokyo' + $3::interval as t) hours
         on conflict (id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`,
        [ben, from, to],
      );
    await quiet('-1 hour', '2 hours');
    await message(ann, ben);
    expect(await tick()).toEqual({ sent: 0 });
    const due =
      "select due_at between now() + interval '118 minutes' and now() + interval '120 minutes' as at_end from private.push_queue";
    expect((await db.query(due)).rows).toEqual([{ at_end: true }]);
    await quiet('-3 hours', '-1 hour');
    await db.query('update private.push_queue set due_at = now()');
    expect(await tick()).toEqual({ sent: 1 });
  });

  test('one tick sends several batches', async () => {
    const phone = await device();
    await save(ben, phone);
    await db.query(
      `insert into notifications (user_id, type, data, cause)
       values ($1, 'promotion', '{"message": "x", "promoted_at": "x"}', 'bulk')`,
      [ben],
    );
    // The same device under many subjects; a batch has 500.
    await db.query(
      `insert into private.push_queue (subscription_id, tag, cause_id, kind, user_id, payload)
       select q.subscription_id, q.tag || n, q.cause_id, q.kind, q.user_id, q.payload
       from private.push_queue q, generate_series(1, 509) n`,
    );
    let sent = Number((await tick())['sent']);
    const tried =
      'select count(*)::int as waiting, count(*) filter (where attempts = 0)::int as untried from private.push_queue';
    const [row] = (await db.query<{ waiting: number; untried: number }>(tried)).rows;
    expect(row?.untried).toBe(0);
    expect(sent + (row?.waiting ?? 0)).toBe(510);
    // A push that a busy machine did not accept in ten seconds comes again.
    while (sent < 510) {
      await db.query('update private.push_queue set due_at = now()');
      sent += Number((await tick())['sent']);
    }
    expect(await queued()).toBe(0);
  }, 60_000);
});
