import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo, GuestToken } from '#contract/auth.ts';
import { CreatedProfile } from '#contract/members.ts';
import { newMember } from '../support/as-member.ts';
import { type FunctionsHost, startFunctionsHost } from '../support/functions-host.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let host: FunctionsHost;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  const service = await scratch.connect();
  await service.query('set role service_role');
  host = await startFunctionsHost(service);
});
afterAll(async () => {
  await host.stop();
  await scratch.stop();
});

const post = (name: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${host.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const as = (id: string) => ({ authorization: `Bearer ${host.tokenOf(id)}` });

describe('guest-token', () => {
  test('gives a token that is good for sync alone, for an hour', async () => {
    const response = await post('guest-token', {});
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { token, expires_at: expiresAt } = GuestToken.parse(await response.json());
    const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(host.guestSecret), {
      audience: 'rangeday-sync',
    });
    expect(protectedHeader).toMatchObject({ alg: 'HS256', kid: 'guest' });
    expect(payload).toMatchObject({ sub: 'guest' });
    expect((payload.exp ?? 0) * 1000).toBe(Date.parse(expiresAt));
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  test('is bounded per address', async () => {
    await admin.query("update private.rate_limits set max_count = 3 where action = 'guest_token'");
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await post('guest-token', {}, { 'x-forwarded-for': '203.0.113.7' })).status);
    await admin.query("update private.rate_limits set max_count = 600 where action = 'guest_token'");
    expect(statuses.at(-1)).toBe(429);
  });

  test('answers the preflight, and nothing but POST', async () => {
    const preflight = await fetch(`${host.url}/functions/v1/guest-token`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await fetch(`${host.url}/functions/v1/guest-token`)).status).toBe(405);
  });
});

describe('create-profile-and-friend (A46)', () => {
  async function account(said: object = consentsTo('test')): Promise<string> {
    const id = randomUUID();
    await admin.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      id,
      `${id}@members.example`,
      said,
    ]);
    return id;
  }
  const profile = async (id: string) =>
    (await admin.query('select username, email, role from profiles where id = $1', [id])).rows[0];

  test('creates only the caller’s profile, once, and ignores ids in the body', async () => {
    const official = await newMember(admin, { username: 'rangeday', is_official: true });
    const id = await account();
    const body = { user_id: id, email: 'ceo@rangeday.example', username: 'rangeday_news', role: 'ceo' };
    for (let i = 0; i < 2; i++) {
      const response = await post('create-profile-and-friend', body, as(id));
      expect(response.status).toBe(200);
      expect(CreatedProfile.parse(await response.json())).toEqual({ id, username: `user_${id.slice(0, 8)}` });
    }
    expect(await profile(id)).toEqual({
      username: `user_${id.slice(0, 8)}`,
      email: `${id}@members.example`,
      role: 'user',
    });
    const { rows } = await admin.query(
      'select count(*) from friends where $1 in (user_id, friend_id) and $2 in (user_id, friend_id)',
      [id, official],
    );
    expect(Number(rows[0].count)).toBe(2);
  });

  test('for another member: 403, and nothing is made', async () => {
    const [caller, victim] = [await account(), await account()];
    const response = await post('create-profile-and-friend', { user_id: victim }, as(caller));
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: 'You can only set up your own profile.' });
    expect(await profile(victim)).toBeUndefined();
  });

  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['a made-up token', { authorization: 'Bearer a.b.c' }],
    ['no bearer', { authorization: 'Basic YTpi' }],
  ])('%s: 401', async (_name, headers) => {
    const response = await post('create-profile-and-friend', { user_id: randomUUID() }, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/log in/) });
  });

  test.each([
    ['not JSON', '{', 400],
    ['no object', '[]', 400],
    ['a field missing', '{}', 400],
    ['no id', '{"user_id": "1 or 1=1"}', 400],
    ['too large', JSON.stringify({ user_id: 'x'.repeat(70_000) }), 413],
  ])('%s: refused in a sentence', async (_name, body, status) => {
    const response = await post('create-profile-and-friend', body, as(await account()));
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
  });
});

test('an order for which Stripe makes no page does not wait for a payment', async () => {
  // Stripe refuses less than 50 cents.
  await admin.query('update private.items set price_cents = 10');
  const response = await post('create-checkout-session', {});
  await admin.query('update private.items set price_cents = 100');
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ error: 'Unable to start checkout session.' });
  const { rows } = await admin.query('select status, amount_cents, checkout_url from orders');
  expect(rows).toEqual([{ status: 'expired', amount_cents: 10, checkout_url: null }]);
});

/** An MP4 that says it has this length. */
const film = (seconds: number): Buffer => {
  const box = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(600, 12);
  mvhd.writeUInt32BE(seconds * 600, 16);
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1')), box('moov', box('mvhd', mvhd))]);
};

test('run-jobs refuses a video of 91 seconds or of unknown length, and one that cannot be read stops no other', async () => {
  const owner = await newMember(admin, { role: 'ceo' });
  const results = { good: null, long: 'length', endless: 'format', html: 'format' } as const;
  const contents = { good: film(90), long: film(91), endless: film(0), html: Buffer.from('<!doctype html>') };
  const add = (name: string, size: number) =>
    admin.query(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       values ('public-videos', $1, $2, jsonb_build_object('size', $3::int, 'mimetype', 'video/mp4'))`,
      [`${owner}/${name}.mp4`, owner, size],
    );
  await add('unreadable', 100);
  for (const [name, bytes] of Object.entries(contents)) {
    host.files.set(`public-videos/${owner}/${name}.mp4`, bytes);
    await add(name, bytes.length);
  }
  const answer = await post('run-jobs', {}, { authorization: `Bearer ${host.serviceRoleKey}` });
  expect(await answer.json()).toMatchObject({ videos_refused: 3 });
  const { rows } = await admin.query<{ path: string; problem: string | null }>(
    'select path, problem from private.video_checks',
  );
  const found = Object.fromEntries(rows.map(({ path, problem }) => [path.split(/[/.]/).at(-2), problem]));
  expect(found).toEqual(results);
});

test('run-jobs moves files of a reported post to the evidence when their rows are gone, and deletes the others', async () => {
  const [author, reporter] = [await newMember(admin), await newMember(admin)];
  const paths = [];
  for (const isReported of [true, false]) {
    const { rows } = await admin.query("insert into posts (user_id, title) values ($1, 'x') returning id", [author]);
    const path = `${rows[0].id}/a.png`;
    await admin.query("insert into storage.objects (bucket_id, name, owner_id) values ('post-images', $1, $2)", [
      path,
      author,
    ]);
    if (isReported)
      await admin.query(
        "insert into reports (reporter_id, target_type, target_user_id, post_id, reason) values ($1, 'post', $2, $3, 'illegal')",
        [reporter, author, rows[0].id],
      );
    await admin.query('delete from posts where id = $1', [rows[0].id]);
    paths.push(path);
  }
  host.removed.length = 0;
  const response = await post('run-jobs', {}, { authorization: `Bearer ${host.serviceRoleKey}` });
  expect(await response.json()).toMatchObject({ files_held: 1, files_removed: 1 });
  expect(host.removed).toEqual([{ bucket: 'post-images', prefixes: [paths[1]] }]);
  const place = { destinationBucket: 'held-files', destinationKey: `post-images/${paths[0]}` };
  expect(host.moved).toEqual([{ bucketId: 'post-images', sourceKey: paths[0], ...place }]);
  const again = await post('run-jobs', {}, { authorization: `Bearer ${host.serviceRoleKey}` });
  expect(await again.json()).toMatchObject({ files_held: 0, files_removed: 0 });
});
