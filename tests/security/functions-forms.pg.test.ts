import { createHmac, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newMember } from '../support/as-member.ts';
import { type FunctionsSuite, startFunctionsSuite } from '../support/functions-suite.ts';

let suite: FunctionsSuite;
let db: pg.Client;
let ceo: string;
let admin: string;
let member: string;

beforeAll(async () => {
  suite = await startFunctionsSuite();
  db = suite.db;
  ceo = await newMember(db, { role: 'ceo' });
  admin = await newMember(db, { role: 'admin' });
  member = await newMember(db);
});
afterAll(() => suite.stop());
beforeEach(() => db.query('delete from private.rate_usage'));

const SENTENCE = expect.stringMatching(/^[A-Z].*\.$/);
const refused = (status: number) => ({ status, body: { error: SENTENCE } });

describe('promote-user-to-admin (A45 A04)', () => {
  const roleOf = async (id: string) => (await db.query('select role from profiles where id = $1', [id])).rows[0].role;
  const promote = (target: unknown, caller?: string | Record<string, string>) =>
    suite.post('promote-user-to-admin', { targetUserId: target }, caller);
  const unsigned = (claims: unknown): string =>
    [{ alg: 'none', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');

  test('the ceo promotes, and the member is told once', async () => {
    const target = await newMember(db);
    for (let i = 0; i < 2; i++) expect((await promote(target, ceo)).status).toBe(200);
    expect(await roleOf(target)).toBe('admin');
    const { rows } = await db.query(
      "select data ->> 'message' as message from notifications where user_id = $1 and type = 'promotion'",
      [target],
    );
    expect(rows).toHaveLength(1);
  });

  test('calls with no, a forged, an unsigned, a member’s, an admin’s or a banned ceo’s token are rejected', async () => {
    const target = await newMember(db);
    const bannedCeo = await newMember(db, { role: 'ceo', is_banned: true });
    const claims = { sub: ceo, role: 'authenticated', exp: Date.now() };
    const tokens = ['a.b.c', `${unsigned(claims)}.`, `${unsigned(claims)}.x`, suite.host.serviceRoleKey];
    expect(await promote(target)).toEqual(refused(401));
    for (const token of tokens)
      expect(await promote(target, { authorization: `Bearer ${token}` })).toEqual(refused(401));
    for (const caller of [member, admin, bannedCeo, target])
      expect(await promote(target, caller)).toEqual(refused(403));
    expect(await roleOf(target)).toBe('user');
  });

  test('no such member, no id: refused in a sentence; the ceo stays ceo', async () => {
    expect(await promote(randomUUID(), ceo)).toEqual(refused(404));
    expect(await promote('everybody', ceo)).toEqual(refused(400));
    expect((await promote(ceo, ceo)).status).toBe(200);
    expect(await roleOf(ceo)).toBe('ceo');
  });
});

describe('send-contact-email (A51)', () => {
  const letter = { name: 'Dana Field', email: 'dana@example.org', message: 'First line\r\nSecond line' };
  const write = (fields: Record<string, unknown> = {}, caller?: string | Record<string, string>) =>
    suite.post('send-contact-email', { ...letter, ...fields }, caller);
  const saved = async () => Number((await db.query('select count(*) from contact_messages')).rows[0].count);

  test('keeps the message and mails it to us, for visitors and members', async () => {
    for (const caller of [undefined, member]) {
      const before = suite.host.mails.length;
      expect(await write({}, caller)).toEqual({ status: 200, body: { ok: true } });
      expect(suite.host.mails.slice(before)).toMatchObject([
        { to: 'contact@rangeday.example', subject: 'Contact form: Dana Field' },
      ]);
      const { rows } = await db.query(
        'select name, message, user_id, host(ip_address) as ip from contact_messages order by created_at desc limit 1',
      );
      expect(rows).toEqual([{ name: letter.name, message: letter.message, user_id: caller ?? null, ip: '127.0.0.1' }]);
    }
  });

  test.each([
    ['a header in the name', { name: 'Dana\r\nBcc: all@example.org' }],
    ['a header in the email', { email: 'dana@example.org\r\nBcc: all@example.org' }],
    ['a bare line feed', { email: 'dana@example.org\nSubject: x' }],
    ['a line separator', { name: 'Dana\u2028Bcc: x' }],
    ['two addresses', { email: 'a@example.org, b@example.org' }],
    ['an empty name', { name: '  ' }],
    ['too long a message', { message: 'x'.repeat(1001) }],
    ['a list', { name: ['a', 'b'] }],
  ])('%s is refused; nothing is kept or sent', async (_name, fields) => {
    const [rows, mails] = [await saved(), suite.host.mails.length];
    expect(await write(fields)).toEqual(refused(400));
    expect([await saved(), suite.host.mails.length]).toEqual([rows, mails]);
  });

  test('five are accepted per hour, also with forged client addresses', async () => {
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push((await write({}, { 'x-forwarded-for': `203.0.113.${i}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('create-checkout-session (A49)', () => {
  const sessions = async () =>
    (await (await fetch(`${suite.host.url}/_dev/stripe`)).json()) as Record<string, unknown>[];

  test('creates an order for one sticker at $1.00, and ignores the body', async () => {
    const claims = {
      price: 1,
      amount: 1,
      unit_amount: 1,
      quantity: 1000,
      currency: 'jpy',
      success_url: 'https://evil.example/',
      item: 'gold',
    };
    for (const [body, caller] of [
      [{}, undefined],
      [claims, member],
    ] as const) {
      const answer = await suite.post('create-checkout-session', body, caller);
      expect(answer).toEqual({ status: 200, body: { url: expect.stringContaining('/_dev/stripe/pay/') } });
      expect((await sessions())[0]).toMatchObject({
        ...{ url: answer.body['url'], amount_total: 100, currency: 'usd' },
        success_url: `${suite.host.url}/merch?success=true`,
        cancel_url: `${suite.host.url}/merch?canceled=true`,
      });
      const { rows } = await db.query(
        'select user_id, item, quantity, amount_cents, currency, status from orders order by created_at desc limit 1',
      );
      expect(rows).toEqual([
        {
          user_id: caller ?? null,
          item: 'sticker',
          quantity: 1,
          amount_cents: 100,
          currency: 'usd',
          status: 'pending',
        },
      ]);
    }
  });

  test('A34: a banned member orders nothing; their letter to us and a visitor’s order go through', async () => {
    const banned = await newMember(db, { is_banned: true });
    const before = await sessions();
    expect(await suite.post('create-checkout-session', {}, banned)).toEqual({
      status: 403,
      body: { error: 'Your account is banned.' },
    });
    expect((await db.query('select 1 from orders where user_id = $1', [banned])).rows).toEqual([]);
    expect(await sessions()).toHaveLength(before.length);
    const letter = { name: 'Ann', email: 'ann@members.example', message: 'Why was I banned?' };
    expect((await suite.post('send-contact-email', letter, banned)).status).toBe(200);
    expect((await suite.post('create-checkout-session', {})).status).toBe(200);
    expect((await suite.post('create-checkout-session', {}, member)).status).toBe(200);
  });

  test('is bounded per sender', async () => {
    await db.query("update private.rate_limits set max_count = 1 where action = 'checkout'");
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await suite.post('create-checkout-session', {})).status);
    await db.query("update private.rate_limits set max_count = 20 where action = 'checkout'");
    expect(statuses).toEqual([200, 429]);
  });

  test('paid on Stripe’s page: the webhook makes the order paid, and the page leads back', async () => {
    const { body } = await suite.post('create-checkout-session', {}, member);
    const order = `select status, paid_at is not null as paid, checkout_url, checkout_expires_at > now() + interval '23 hours' as open from orders order by created_at desc limit 1`;
    const [before] = (await db.query(order)).rows;
    expect(before).toEqual({ status: 'pending', paid: false, checkout_url: body['url'], open: true });
    const back = await fetch(String(body['url']), {
      method: 'POST',
      body: new URLSearchParams({ do: 'pay' }),
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe(`${suite.host.url}/merch?success=true`);
    expect((await db.query(order)).rows).toMatchObject([{ status: 'paid', paid: true, checkout_url: null }]);
  });
});

describe('stripe-webhook (A50)', () => {
  interface Open {
    order: string;
    session: string;
  }
  const open = async (): Promise<Open> => {
    await suite.post('create-checkout-session', {});
    const { rows } = await db.query(
      'select id as order, stripe_session_id as session from orders order by created_at desc limit 1',
    );
    return rows[0] as Open;
  };
  const event = (
    { order, session }: Open,
    more: Record<string, unknown> = {},
    object: Record<string, unknown> = {},
  ) => ({
    ...{ id: `evt_${randomUUID()}`, type: 'checkout.session.completed', ...more },
    data: {
      object: {
        id: session,
        metadata: { order_id: order },
        amount_total: 100,
        currency: 'usd',
        payment_status: 'paid',
        ...object,
      },
    },
  });
  const sign = (text: string, at = Date.now(), secret = suite.host.keys.stripeWebhookSecret): string => {
    const t = Math.floor(at / 1000);
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')}`;
  };
  const tell = (body: unknown, signature?: string) => {
    const text = JSON.stringify(body);
    return suite.post('stripe-webhook', text, { 'stripe-signature': signature ?? sign(text) });
  };
  const statusOf = async ({ order }: Open) =>
    (await db.query('select status from orders where id = $1', [order])).rows[0].status;

  test('a signed payment counts, once', async () => {
    const opened = await open();
    const paid = event(opened);
    expect(await tell(paid)).toEqual({ status: 200, body: { result: 'paid' } });
    expect(await tell(paid)).toEqual({ status: 200, body: { result: 'seen' } });
    expect(await statusOf(opened)).toBe('paid');
    const twelve = event(await open());
    const answers = await Promise.all(Array.from({ length: 12 }, () => tell(twelve)));
    expect(answers.filter(({ body }) => body['result'] === 'paid')).toHaveLength(1);
  });

  test('unsigned, wrongly signed, changed or old: 400, and nothing happens', async () => {
    const opened = await open();
    const paid = event(opened);
    const text = JSON.stringify(paid);
    const minutes = 60_000;
    const wrong = {
      none: '',
      garbage: 'v1=abc',
      otherSecret: sign(text, Date.now(), 'whsec_other'),
      otherBody: sign(`${text} `),
      old: sign(text, Date.now() - 6 * minutes),
      early: sign(text, Date.now() + 6 * minutes),
      newTime: sign(text, Date.now() - 60 * minutes).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`),
      oldScheme: sign(text).replace('v1=', 'v0='),
    };
    for (const signature of Object.values(wrong)) expect(await tell(paid, signature)).toEqual(refused(400));
    expect(await statusOf(opened)).toBe('pending');
    // Still good: the signature that a rolled secret puts second, and four minutes of delay.
    expect((await tell(paid, `${sign(text, Date.now() - 4 * minutes)},v1=${'0'.repeat(64)}`)).status).toBe(200);
    expect(await statusOf(opened)).toBe('paid');
  });

  test('out of order: a late event does not revert a payment', async () => {
    const opened = await open();
    expect((await tell(event(opened, {}, { payment_status: 'unpaid' }))).body['result']).toBe('ignored');
    expect((await tell(event(opened, { type: 'checkout.session.async_payment_succeeded' }))).body['result']).toBe(
      'paid',
    );
    expect((await tell(event(opened, { type: 'checkout.session.expired' }))).body['result']).toBe('ignored');
    expect(await statusOf(opened)).toBe('paid');
    const late = await open();
    await tell(event(late, { type: 'checkout.session.expired' }));
    expect(await statusOf(late)).toBe('expired');
    await tell(event(late));
    expect(await statusOf(late)).toBe('paid');
  });

  test('another sum is kept apart; another session or order is ignored; so are other events', async () => {
    const opened = await open();
    expect((await tell(event(opened, {}, { id: 'cs_other' }))).body['result']).toBe('ignored');
    expect((await tell(event({ ...opened, order: randomUUID() }))).body['result']).toBe('ignored');
    expect((await tell({ id: 'evt_x', type: 'invoice.paid', data: { object: {} } })).body['result']).toBe('ignored');
    expect((await tell(event(opened, {}, { amount_total: 1 }))).body['result']).toBe('disputed');
    expect(await statusOf(opened)).toBe('disputed');
    const wrong = '{"no": "event"}';
    expect(await suite.post('stripe-webhook', wrong, { 'stripe-signature': sign(wrong) })).toEqual(refused(400));
  });
});

describe('account', () => {
  test('asks for deletion, keeps the first date, calls it off; only one’s own', async () => {
    const me = await newMember(db);
    const first = await suite.post('request-account-deletion', { user_id: member }, me);
    expect(first).toMatchObject({ status: 200, body: { user_id: me } });
    const days = (Date.parse(String(first.body['due_at'])) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(20);
    expect(days).toBeLessThanOrEqual(30);
    expect(await suite.post('request-account-deletion', {}, me)).toEqual(first);
    expect((await db.query('select user_id from account_deletions')).rows).toEqual([{ user_id: me }]);
    expect(await suite.post('cancel-account-deletion', {}, me)).toEqual({ status: 200, body: { canceled: true } });
    expect(await suite.post('cancel-account-deletion', {}, me)).toEqual({ status: 200, body: { canceled: false } });
    for (const name of ['request-account-deletion', 'cancel-account-deletion', 'export-my-data'])
      expect(await suite.post(name, {})).toEqual(refused(401));
  });

  test('A55: many exports and cancellations do not block a deletion', async () => {
    const me = await newMember(db);
    for (let n = 0; n < 12; n++) await suite.post('export-my-data', {}, me);
    for (let n = 0; n < 20; n++) await suite.post('cancel-account-deletion', {}, me);
    expect(await suite.post('cancel-account-deletion', {}, me)).toMatchObject({ status: 429 });
    expect(await suite.post('request-account-deletion', {}, me)).toMatchObject({ status: 200 });
  });

  test('exports only the caller’s own data', async () => {
    const me = await newMember(db, { city: 'Mine' });
    await newMember(db, { city: 'Theirs' });
    await db.query("insert into posts (user_id, title) values ($1, 'My post')", [me]);
    const { status, body } = await suite.post('export-my-data', { user_id: member }, me);
    expect(status).toBe(200);
    expect(body).toMatchObject({ account: { id: me }, posts: [{ title: 'My post' }], profile: [{ city: 'Mine' }] });
    expect(JSON.stringify(body)).not.toContain('Theirs');
    expect(JSON.stringify(body)).not.toContain(member);
  });
});

describe('run-jobs', () => {
  const asService = () => ({ authorization: `Bearer ${suite.host.serviceRoleKey}` });

  test('only with the service key', async () => {
    expect(await suite.post('run-jobs', {})).toEqual(refused(403));
    for (const caller of [member, admin, ceo]) expect(await suite.post('run-jobs', {}, caller)).toEqual(refused(403));
  });

  test('F37: purges due rows with their files, and refreshes the ads', async () => {
    const [due, later] = [await newMember(db), await newMember(db)];
    for (const [id, days] of Object.entries({ [due]: -1, [later]: 1 })) {
      await db.query("insert into account_deletions (user_id, due_at) values ($1, now() + $2 * interval '1 day')", [
        id,
        days,
      ]);
      const { rows } = await db.query("insert into posts (user_id, title) values ($1, 'Gone soon') returning id", [id]);
      await db.query("insert into storage.objects (bucket_id, name, owner_id) values ('post-images', $1, $2)", [
        `${rows[0].id}/a.png`,
        id,
      ]);
    }
    const { body } = await suite.post('run-jobs', {}, asService());
    expect(body).toMatchObject({ purge_accounts: [due], refresh_ads: 0, forget_rate_usage: 0 });
    await db.query('update private.open_work set due_at = now()');
    const next = { work: { failed: 0, overdue: 0 }, files_removed: 1, hosted_files_waiting: 2 };
    expect((await suite.post('run-jobs', {}, asService())).body).toMatchObject(next);
    const left = await db.query('select id from profiles where id = any ($1)', [[due, later]]);
    expect(left.rows).toEqual([{ id: later }]);
    expect(suite.host.removed).toEqual([{ bucket: 'post-images', prefixes: [expect.stringMatching(/\/a\.png$/)] }]);
    await db.query('delete from storage.objects where owner_id = $1', [due]);
    const nothing = { purge_accounts: [], files_removed: 0 };
    expect((await suite.post('run-jobs', {}, asService())).body).toMatchObject(nothing);
  });

  test('F29: files go with their post or comment, and after a week when their row never came', async () => {
    const author = await newMember(db);
    const put = (bucket: string, name: string, days = 0, owner: string | null = author) =>
      db.query(
        "insert into storage.objects (bucket_id, name, owner_id, created_at) values ($1, $2, $3, now() - $4 * interval '1 day')",
        [bucket, name, owner, days],
      );
    const newPost = async (): Promise<string> =>
      (await db.query("insert into posts (user_id, title) values ($1, 'x') returning id", [author])).rows[0].id;
    const [gone, kept, comment] = [await newPost(), await newPost(), randomUUID()];
    await db.query("insert into comments (id, post_id, user_id, image_url) values ($1, $2, $3, 'https://a.example/')", [
      comment,
      kept,
      author,
    ]);
    const names = {
      post: `${gone}/a.png`,
      below: `${gone}/${randomUUID()}/b.png`,
      comment: `${kept}/${comment}/c.png`,
      orphan: `${randomUUID()}/d.png`,
      evidence: `${randomUUID()}/e.png`,
    };
    await put('post-images', names.post);
    await put('comment-images', names.below);
    await put('comment-images', names.comment);
    await put('post-images', names.orphan, 8, null);
    await put('post-images', `${randomUUID()}/young.png`, 6, null);
    await put('csae-report-files', names.evidence, 8);
    const filed = `${randomUUID()}/filed.png`;
    await put('csae-report-files', filed, 30);
    await db.query(
      "insert into csae_reports (post_url, description, storage_paths) values ('https://a.example/', 'x', $1)",
      [[filed]],
    );
    await db.query('delete from posts where id = $1', [gone]);
    await db.query('delete from comments where id = $1', [comment]);
    suite.host.removed.length = 0;
    const { body } = await suite.post('run-jobs', {}, asService());
    expect(body).toMatchObject({ files_removed: 5 });
    expect(suite.host.removed.flatMap(({ prefixes }) => prefixes).toSorted()).toEqual(Object.values(names).toSorted());
  });
});
