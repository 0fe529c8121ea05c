import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo, GuestToken } from '#contract/auth.ts';
import { CreatedProfile } from '#contract/members.ts';
import { newMember } from '../support/as-member.ts';
import { film } from '../support/film.ts';
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

/** Adds a file as the real storage service does, which checks no contents. Without `bytes` it cannot be read. */
async function addFile(bucket: string, path: string, owner: string, type: string, bytes?: Buffer): Promise<void> {
  if (bytes) host.files.set(`${bucket}/${path}`, bytes);
  await admin.query(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
     values ($1, $2, $3, gen_random_uuid()::text, jsonb_build_object('size', $4::int, 'mimetype', $5::text))`,
    [bucket, path, owner, bytes?.length ?? 100, type],
  );
}
const problemsOf = async (owner: string) => {
  const { rows } = await admin.query<{ path: string; problem: string | null }>(
    'select path, problem from private.file_checks where owner_id = $1 and checked_at is not null',
    [owner],
  );
  return Object.fromEntries(rows.map(({ path, problem }) => [path.split(/[/.]/).at(-2), problem]));
};

/** A PNG whose header says this size. */
const picture = (side: number): Buffer => {
  const file = Buffer.from(
    '89504e470d0a1a0a0000000d494844520000000100000001080600000015c489' + '0a0000000049454e44ae426082',
    'hex',
  );
  file.writeUInt32BE(side, 16);
  file.writeUInt32BE(side, 20);
  return file;
};
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

test('A40, A42: run-jobs refuses uploads that are not what their type says, or too much, and one that cannot be read stops no other', async () => {
  const owner = await newMember(admin, { role: 'ceo' });
  await addFile('public-videos', `${owner}/unreadable.mp4`, owner, 'video/mp4');
  const videos = { good: film(90), long: film(91), endless: film(0), html: HTML };
  for (const [name, bytes] of Object.entries(videos))
    await addFile('public-videos', `${owner}/${name}.mp4`, owner, 'video/mp4', bytes);
  const pictures = { fine: picture(100), bomb: picture(30_000), page: HTML, empty: Buffer.alloc(0) };
  for (const [name, bytes] of Object.entries(pictures))
    await addFile('public-media', `${owner}/${name}.png`, owner, 'image/png', bytes);
  // A resumable upload may declare no type at all there.
  await addFile('public-media', `${owner}/untyped.png`, owner, 'application/octet-stream', picture(100));
  const answer = await post('run-jobs', {}, { authorization: `Bearer ${host.serviceRoleKey}` });
  expect(await answer.json()).toMatchObject({ files_refused: 7 });
  expect(await problemsOf(owner)).toEqual({
    ...{ good: null, long: 'length', endless: 'format', html: 'format' },
    ...{ fine: null, bomb: 'pixels', page: 'format', empty: 'format', untyped: 'format' },
  });
});

test('check-uploads checks only the files of the caller, at once, and says what is wrong with them', async () => {
  const [owner, other] = [await newMember(admin), await newMember(admin)];
  const paths = ['fine', 'bomb', 'unreadable'].map((name) => `${owner}/${name}.png`);
  const [fine = '', bomb = '', unreadable = ''] = paths;
  await addFile('public-media', fine, owner, 'image/png', picture(100));
  await addFile('public-media', bomb, owner, 'image/png', picture(30_000));
  await addFile('public-media', unreadable, owner, 'image/png');
  const ask = async (member: string, body: unknown = { paths: [...paths, `${owner}/none.png`] }) => {
    const answer = await post('check-uploads', body, { authorization: `Bearer ${host.tokenOf(member)}` });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await ask(other)).toEqual({ status: 200, body: [] });
  expect(await problemsOf(owner)).toEqual({});
  const bucket = 'public-media';
  const states = [
    { bucket, path: bomb, state: 'refused', message: 'The picture has too many pixels.' },
    { bucket, path: fine, state: 'good', message: '' },
    { bucket, path: unreadable, state: 'waiting', message: '' },
  ];
  expect(await ask(owner)).toEqual({ status: 200, body: states });
  // The job has removed it, and what the storage has now is no longer asked.
  await admin.query('delete from storage.objects where name = $1', [bomb]);
  host.files.clear();
  expect(await ask(owner)).toEqual({ status: 200, body: states });
  for (const body of [{}, { paths: [] }, { paths: Array<string>(21).fill('a') }, { paths: ['x'.repeat(301)] }])
    expect((await ask(owner, body)).status).toBe(400);
  expect((await post('check-uploads', { paths })).status).toBe(401);
  await admin.query('delete from private.storage_removals where path = $1', [bomb]);
  await admin.query("update private.rate_limits set max_count = 1 where action = 'file_check'");
  expect((await ask(owner)).status).toBe(429);
});

test('run-jobs runs all jobs without a body, and with one that names a job this one alone', async () => {
  const key = { authorization: `Bearer ${host.serviceRoleKey}` };
  const all = await post('run-jobs', '', key);
  expect([all.status, await all.json()]).toEqual([200, expect.objectContaining({ purge_removed_posts: 0 })]);
  expect(await (await post('run-jobs', { only: 'publish_counts' }, key)).json()).toEqual({ publish_counts: 0 });
  expect((await post('run-jobs', { only: 'purge_accounts' }, key)).status).toBe(400);
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
