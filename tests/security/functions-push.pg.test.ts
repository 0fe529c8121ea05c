import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
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
  [ann, ben] = [await newMember(db), await newMember(db)];
});

const SENTENCE = expect.stringMatching(/^[A-Z].*\.$/);
interface Device {
  id: string;
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: { payload: unknown }[];
}
const device = async (): Promise<Device> =>
  (await (await fetch(`${suite.host.url}/_dev/push/subscriptions`, { method: 'POST' })).json()) as Device;
const received = async ({ id }: Device): Promise<unknown[]> =>
  ((await (await fetch(`${suite.host.url}/_dev/push/${id}`)).json()) as Device).received.map(({ payload }) => payload);
const answerFrom = (one: Device, status: number) =>
  fetch(`${suite.host.url}/_dev/push/${one.id}`, { method: 'PUT', body: JSON.stringify({ status }) });
const save = (member: string, one: Device, user = member) =>
  suite.post('save-subscription', { user_id: user, subscription: one.subscription }, member);
const send = (from: string, to: string, more: Record<string, unknown> = {}) =>
  suite.post('send-notification', { userId: to, ...more }, from);
const rowsOf = async (member: string) =>
  (await db.query('select endpoint from push_subscriptions where user_id = $1', [member])).rows.map(
    (row) => row.endpoint,
  );
const notified = async (from: string, to: string, type = 'friend_request', data: Record<string, unknown> = {}) => {
  const base = { from_user_id: from, from_username: `user_${from.slice(0, 8)}`, ...data };
  const whole = type.startsWith('friend') ? { ...base, from_profile_image_url: null } : base;
  await db.query('select private.notify($1, $2, $3, $4)', [to, type, JSON.stringify(whole), randomUUID()]);
};
const message = (from: string, to: string, text = 'Secret words') =>
  db.query('insert into private_messages (sender_id, recipient_id, content) values ($1, $2, $3)', [from, to, text]);

test('control: the push service of the tests accepts pushes of an independent implementation', async () => {
  const phone = await device();
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const { endpoint, headers, body, method } = webPush.generateRequestDetails(
    phone.subscription,
    '{"from":"elsewhere"}',
    {
      vapidDetails: { subject: 'mailto:push@rangeday.example', publicKey, privateKey },
      topic: 'control',
      TTL: 60,
    },
  );
  const post = (bytes: Buffer) =>
    fetch(endpoint, { method, headers: headers as Record<string, string>, body: new Uint8Array(bytes) });
  expect((await post(body)).status).toBe(201);
  expect(await received(phone)).toEqual([{ from: 'elsewhere' }]);
  // And nothing that was changed on the way.
  const changed = Buffer.from(body);
  changed.writeUInt8(changed.readUInt8(changed.length - 20) ^ 1, changed.length - 20);
  expect((await post(changed)).status).toBe(400);
  expect(await received(phone)).toHaveLength(1);
});

describe('save-subscription (A48)', () => {
  test('keeps one’s own device, once', async () => {
    const phone = await device();
    for (let i = 0; i < 2; i++) expect(await save(ann, phone)).toEqual({ status: 200, body: { ok: true } });
    expect(await rowsOf(ann)).toEqual([phone.subscription.endpoint]);
  });

  test('for another member: 403; without a session: 401; nothing is kept', async () => {
    const phone = await device();
    expect(await save(ann, phone, ben)).toEqual({ status: 403, body: { error: SENTENCE } });
    expect((await suite.post('save-subscription', { user_id: ann, subscription: phone.subscription })).status).toBe(
      401,
    );
    expect([...(await rowsOf(ann)), ...(await rowsOf(ben))]).toEqual([]);
  });

  test.each([
    'http://127.0.0.1:5432/',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0x7f.1/',
    'https://localhost/x',
    'https://metadata.google.internal/',
    'https://10.0.0.5/x',
    'https://push.example.com/x',
    'https://evilfcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://xpush.apple.com/x',
    'https://a.push.apple.com.evil.example/x',
    'https://fcm.googleapis.com\\@evil.example/x',
    'HTTPS://FCM.GOOGLEAPIS.COM/../x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
  ])('the address %j is refused', async (endpoint) => {
    const phone = await device();
    const answer = await save(ann, { ...phone, subscription: { ...phone.subscription, endpoint } });
    expect(answer).toEqual({ status: 400, body: { error: SENTENCE } });
    expect(await rowsOf(ann)).toEqual([]);
  });

  test('the stand-in’s origin counts under its own path only', async () => {
    const phone = await device();
    for (const path of ['/rest/v1/rpc/use_rate', '/_dev/push/../stripe', '/_dev/mail'])
      expect(
        (await save(ann, { ...phone, subscription: { ...phone.subscription, endpoint: suite.host.url + path } }))
          .status,
      ).toBe(400);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:DEF-123_x',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QGx',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYA%3d',
  ])('the browsers’ own services are taken: %s', async (endpoint) => {
    const phone = await device();
    expect(
      (await save(ann, { ...phone, subscription: { ...phone.subscription, endpoint: `${endpoint}${randomUUID()}` } }))
        .status,
    ).toBe(200);
  });

  test('keys of another form are refused; more than ten devices push out the oldest', async () => {
    const phone = await device();
    const keys = { p256dh: 'x', auth: 'y' };
    expect((await save(ann, { ...phone, subscription: { ...phone.subscription, keys } })).status).toBe(400);
    const devices = [];
    for (let i = 0; i < 11; i++) {
      devices.push(await device());
      await save(ann, devices[i] as Device);
    }
    const kept = await rowsOf(ann);
    expect(kept).toHaveLength(10);
    expect(kept).not.toContain(devices[0]?.subscription.endpoint);
  });

  test('A35: a member reads and ends own addresses only, and no keys; a visitor none', async () => {
    const [mine, theirs] = [await device(), await device()];
    await save(ann, mine);
    await save(ben, theirs);
    const session = new Session(await suite.scratch.connect(), ann);
    const guest = new Session(await suite.scratch.connect(), null);
    expect(await session.rows('select endpoint from push_subscriptions')).toEqual([
      { endpoint: mine.subscription.endpoint },
    ]);
    for (const column of ['p256dh', 'auth', '*'])
      expect(await session.refusal(`select ${column} from push_subscriptions`)).toMatchObject({ code: '42501' });
    expect(
      await session.refusal(
        "insert into push_subscriptions (user_id, endpoint, p256dh, auth) values (auth.uid(), 'https://x.example/', 'x', 'y')",
      ),
    ).toMatchObject({ code: '42501' });
    expect(await guest.refusal('select endpoint from push_subscriptions')).toMatchObject({ code: '42501' });
    await session.run('delete from push_subscriptions where endpoint = $1', [theirs.subscription.endpoint]);
    expect(await rowsOf(ben)).toHaveLength(1);
    await session.run('delete from push_subscriptions where endpoint = $1', [mine.subscription.endpoint]);
    expect(await rowsOf(ann)).toEqual([]);
  });

  test('F16: on a device that changed hands only the new member is told', async () => {
    const shared = await device();
    await save(ann, shared);
    await save(ben, shared);
    expect(await rowsOf(ann)).toEqual([]);
    expect(await rowsOf(ben)).toHaveLength(1);
  });
});

describe('send-notification (A47)', () => {
  test('sends the event in the server’s words, once, to every device', async () => {
    const devices = [await device(), await device()];
    for (const one of devices) await save(ben, one);
    await notified(ann, ben);
    const forged = { title: 'You won', body: 'Click', url: 'https://evil.example/' };
    for (let i = 0; i < 3; i++) expect(await send(ann, ben, forged)).toEqual({ status: 200, body: { ok: true } });
    for (const one of devices)
      expect(await received(one)).toEqual([
        {
          to: ben,
          kind: 'friend_request',
          id: expect.any(String),
          from: ann,
          title: 'New friend request',
          body: `@user_${ann.slice(0, 8)} wants to be your friend.`,
          url: '/profile',
          tag: `friend_request:${ann}`,
          unread: 1,
          web_push: 8030,
          app_badge: 1,
          notification: {
            title: 'New friend request',
            body: `@user_${ann.slice(0, 8)} wants to be your friend.`,
            navigate: `${suite.host.url}/profile`,
            lang: 'en',
            dir: 'auto',
            tag: `friend_request:${ann}`,
            icon: `${suite.host.url}/icons/icon-192.png`,
            app_badge: 1,
          },
        },
      ]);
  });

  test.each([
    [
      'mention',
      (post: string, comment: string) => ({ post_id: post, comment_id: comment }),
      'You were mentioned!',
      (post: string, comment: string) => `/posts/${post}?commentId=${comment}`,
    ],
    ['mention', (post: string) => ({ post_id: post }), 'You were mentioned!', (post: string) => `/posts/${post}`],
    [
      'comment',
      (post: string) => ({ post_id: post, text: 'Secret words' }),
      'New comment',
      (post: string) => `/posts/${post}`,
    ],
    ['friend_accept', () => ({}), 'Friend request accepted', () => '/profile'],
  ])('%s %#', async (type, data, title, url) => {
    const [post, comment] = [randomUUID(), randomUUID()];
    const phone = await device();
    await save(ben, phone);
    await notified(ann, ben, type, data(post, comment));
    await send(ann, ben);
    const all = await received(phone);
    expect(all).toMatchObject([{ title, url: url(post, comment) }]);
    expect(JSON.stringify(all)).not.toContain('Secret words');
  });

  test('a device with broken keys is refused, and an old one is dropped without a trace; the others are told', async () => {
    const [broken, phone] = [await device(), await device()];
    // 65 bytes, but no point of the curve.
    const keys = { ...broken.subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    const refused = await save(ben, { ...broken, subscription: { ...broken.subscription, keys } });
    expect(refused).toEqual({ status: 400, body: { error: SENTENCE } });
    expect(await rowsOf(ben)).toEqual([]);
    await save(ben, broken);
    await save(ben, phone);
    await db.query('update push_subscriptions set p256dh = $2 where endpoint = $1', [
      broken.subscription.endpoint,
      keys.p256dh,
    ]);
    await notified(ann, ben);
    expect(await send(ann, ben)).toEqual({ status: 200, body: { ok: true } });
    expect(await received(phone)).toHaveLength(1);
    expect(await rowsOf(ben)).toEqual([phone.subscription.endpoint]);
  });

  test('a message is told discreetly', async () => {
    const phone = await device();
    await save(ben, phone);
    await message(ann, ben);
    await send(ann, ben, { body: 'Secret words' });
    const all = await received(phone);
    expect(all).toMatchObject([
      { to: ben, title: 'New message', body: `New message from @user_${ann.slice(0, 8)}`, url: `/messages/${ann}` },
    ]);
    expect(JSON.stringify(all)).not.toContain('Secret words');
  });

  test('without an act towards the member nothing is sent, and the answer is the same as ever', async () => {
    const [phone, own] = [await device(), await device()];
    await save(ben, phone);
    await save(ann, own);
    const cy = await newMember(db);
    await notified(cy, ben);
    await notified(ben, ann);
    const ok = { status: 200, body: { ok: true } };
    expect(await send(ann, ben, { title: 'Hi', body: 'Hi', url: '/' })).toEqual(ok);
    expect(await send(ann, ann)).toEqual(ok);
    expect(await send(ann, randomUUID())).toEqual(ok);
    expect(await received(phone)).toEqual([]);
    expect(await received(own)).toEqual([]);
    await send(cy, ben);
    expect(await received(phone)).toHaveLength(1);
  });

  test('sends nothing that is read, a day old, or from a blocked, muted or banned member', async () => {
    const phone = await device();
    await save(ben, phone);
    const attempt = async (prepare: (sender: string) => Promise<unknown>) => {
      const sender = await newMember(db);
      await notified(sender, ben);
      await prepare(sender);
      await send(sender, ben);
    };
    await attempt((sender) =>
      db.query("update notifications set is_read = true where data ->> 'from_user_id' = $1", [sender]),
    );
    await attempt((sender) =>
      db.query("update private.push_queue set created_at = now() - interval '25 hours' where sender_id = $1", [sender]),
    );
    await attempt((sender) => db.query('insert into mutes (user_id, muted_id) values ($1, $2)', [ben, sender]));
    await attempt((sender) => db.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [ben, sender]));
    await attempt((sender) => db.query('update profiles set is_banned = true where id = $1', [sender]));
    expect(await received(phone)).toEqual([]);
    await attempt(async () => undefined);
    expect(await received(phone)).toHaveLength(1);
  });

  test('F32: a device that is gone is forgotten; one that only fails is not; redirects are not followed', async () => {
    const devices = { 404: await device(), 410: await device(), 500: await device(), 307: await device() };
    for (const [status, one] of Object.entries(devices)) {
      await save(ben, one);
      await answerFrom(one, Number(status));
    }
    await notified(ann, ben);
    expect((await send(ann, ben)).status).toBe(200);
    const left = [devices[500], devices[307]].map((one) => one.subscription.endpoint);
    expect(new Set(await rowsOf(ben))).toEqual(new Set(left));
  });

  test('A21: bounded per sender; 401 without a session', async () => {
    await db.query("update private.rate_limits set max_count = 2 where action = 'send_notification'");
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await send(ann, ben)).status);
    await db.query("update private.rate_limits set max_count = 300 where action = 'send_notification'");
    expect(statuses).toEqual([200, 200, 429]);
    expect(await suite.post('send-notification', { userId: ben })).toEqual({ status: 401, body: { error: SENTENCE } });
  });
});

test('push-key gives the server’s public key', async () => {
  expect(await suite.post('push-key', {})).toEqual({
    status: 200,
    body: { public_key: suite.host.keys.vapidPublicKey },
  });
});
