import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { StockClient } from './support/stock-client.ts';
import { guestToken, memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();
const withRows = {
  ...rooms,
  schema: `${rooms.schema} insert into posts values ('own', 't', 'b', 'u1', null), ('g', 't', 'b', 'guest', null);
           insert into members values ('m1', 'u1', 'r1');`,
};

const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"u1","aud":"authenticated","exp":9999999999}')}.`.replaceAll(
  '=',
  '',
);

const refusals: [string, string, () => Promise<string | null>][] = [
  ['no token', 'PSYNC_S2106', async () => null],
  ['not a token', 'PSYNC_S2101', async () => 'garbage'],
  ['alg none', 'PSYNC_S2101', async () => unsigned],
  ['a bad signature', 'PSYNC_S2101', () => memberToken('u1', { secret: 'x'.repeat(40) })],
  [
    'expired beyond the tolerance',
    'PSYNC_S2103',
    () => memberToken('u1', { secondsToLive: -61, issuedSecondsAgo: 3600 }),
  ],
  ['a wrong audience', 'PSYNC_S2105', () => memberToken('u1', { audience: 'someone-else' })],
  ['a member token with the guest audience', 'PSYNC_S2105', () => memberToken('u1', { audience: 'rangeday-sync' })],
  ['a lifetime over a week', 'PSYNC_S2104', () => memberToken('u1', { secondsToLive: 7 * 86_400 + 1201 })],
  ['a guest lifetime over a day', 'PSYNC_S2104', () => guestToken('guest', { secondsToLive: 86_401 })],
  ['no time of issue', 'PSYNC_S2101', () => memberToken('u1', { claims: { iat: undefined } })],
  ['no subject', 'PSYNC_S2101', () => memberToken('u1', { claims: { sub: undefined } })],
  ['no audience', 'PSYNC_S2105', () => memberToken('u1', { claims: { aud: undefined } })],
  ['parameters as a list', 'PSYNC_S2101', () => memberToken('u1', { claims: { parameters: [] } })],
  [
    'expired and a wrong audience',
    'PSYNC_S2103',
    () => memberToken('u1', { secondsToLive: -61, issuedSecondsAgo: 3600, audience: 'someone-else' }),
  ],
  ['a member token under the guest key id', 'PSYNC_S2101', () => memberToken('u1', { kid: 'guest' })],
  ['a guest key with the member audience', 'PSYNC_S2105', () => guestToken('guest', { audience: 'authenticated' })],
];

test("answers 401 with PowerSync's code for every kind of invalid token, on every endpoint", async () => {
  const world = await worlds.start(withRows);
  for (const [name, code, makeToken] of refusals) {
    const stream = await RawStream.open(world, await makeToken());
    await stream.end();
    expect(stream.status, name).toBe(401);
    expect(stream.lines, name).toMatchObject([{ error: { code, status: 401, description: expect.any(String) } }]);
    const checkpoint = await fetch(`${world.url}/powersync/write-checkpoint2.json?client_id=c`, {
      headers: { Authorization: `Bearer ${await makeToken()}` },
    });
    expect(checkpoint.status, name).toBe(401);
  }
});

test('accepts only the exact scheme, with one space', async () => {
  const world = await worlds.start(withRows);
  const token = await memberToken('u1');
  const statuses = [];
  for (const header of [
    `Token ${token}`,
    `Bearer ${token}`,
    `token ${token}`,
    `BEARER ${token}`,
    `Token  ${token}`,
    token,
  ]) {
    const init = { headers: { Authorization: header } };
    statuses.push((await fetch(`${world.url}/powersync/write-checkpoint2.json?client_id=c`, init)).status);
  }
  expect(statuses).toEqual([200, 200, 401, 401, 401, 401]);
});

test('accepts tokens of members for a week, and an empty subject', async () => {
  const world = await worlds.start(withRows);
  for (const token of [await memberToken('u1', { secondsToLive: 7 * 86_400 }), await memberToken('')]) {
    expect((await RawStream.open(world, token)).status).toBe(200);
  }
});

test('sends nothing but the expiry for a token that expired within the tolerance', async () => {
  const world = await worlds.start(withRows);
  const stream = await RawStream.open(world, await memberToken('u1', { secondsToLive: -5, issuedSecondsAgo: 60 }));
  await stream.end();
  expect([stream.status, stream.lines]).toEqual([200, [{ token_expires_in: 0 }]]);
});

test("accepts any subject with the guest key, as the real service does; only the audience differs from a member's token", async () => {
  const audience = `AND auth.parameter('aud') = 'authenticated'`;
  const rules = withRows.rules.replaceAll('auth.user_id()', `auth.user_id() ${audience}`);
  const world = await worlds.start({ ...withRows, rules });
  const member = await RawStream.open(world, await memberToken('u1'));
  expect(new Replica().apply(await member.complete()).ids()).toEqual(['m', 'own']);
  for (const aud of ['rangeday-sync', ['rangeday-sync', 'authenticated']]) {
    const guest = await RawStream.open(world, await guestToken('u1', { claims: { aud } }));
    expect(new Replica().apply(await guest.complete()).ids()).toEqual(['m']);
  }
});

test('after a change of the guest secret old tokens are rejected, and a client continues with a new one', async () => {
  const world = await worlds.start(withRows);
  let secret: string | undefined;
  const client = new StockClient(world, roomsSchema, { token: () => guestToken('guest', secret ? { secret } : {}) });
  await client.connect();
  await client.ids('posts', ['g']);
  const old = await guestToken();
  world.guestSecret = secret = 'the next secret of the tests, 0123456789';
  await world.restartSync();
  await world.sql.query(`insert into posts values ('later', 't', 'b', 'guest', null)`);
  await client.ids('posts', ['g', 'later']);
  expect((await RawStream.open(world, old)).status).toBe(401);
  expect((await RawStream.open(world, await memberToken('u1'))).status).toBe(200);
});

test('a guest gets only guest rows, with any requested streams', async () => {
  const world = await worlds.start(withRows);
  const subscriptions = [
    { stream: 'mine', parameters: { user_id: 'u1' } },
    { stream: 'rooms', parameters: null },
  ];
  const body = { streams: { include_defaults: true, subscriptions }, parameters: { user_id: 'u1' } };
  const stream = await RawStream.open(world, await guestToken(), body);
  expect(new Replica().apply(await stream.complete()).ids()).toEqual(['g', 'm']);
});

test('warns 20 s before a token expires and ends the stream when it expires', async () => {
  const world = await worlds.start(withRows);
  const warned = await RawStream.open(world, await memberToken('u1', { secondsToLive: 21 }));
  const ending = await RawStream.open(world, await memberToken('u1', { secondsToLive: 2 }));
  await ending.complete();
  expect(await warned.next('token_expires_in')).toBeLessThanOrEqual(21);
  await ending.end();
  expect(ending.lines.at(-1)).toEqual({ token_expires_in: 0 });
});

test('keepalives carry the remaining seconds of the token', async () => {
  const world = await worlds.start({ ...withRows, limits: { keepaliveMs: 30 } });
  const stream = await RawStream.open(world, await memberToken('u1', { secondsToLive: 1000 }));
  await stream.complete();
  const left = await stream.next('token_expires_in');
  expect(left).toBeGreaterThan(990);
  expect(left).toBeLessThanOrEqual(1000);
});

test('a stock client renews an expiring token without losing rows', async () => {
  const world = await worlds.start(withRows);
  const client = new StockClient(world, roomsSchema, { token: () => memberToken('u1', { secondsToLive: 2 }) });
  await client.connect();
  await client.ids('posts', ['own']);
  const fetched = client.credentialsFetched;
  await client.db.waitForStatus(() => client.credentialsFetched > fetched && client.requests.length > 1);
  await world.sql.query(`insert into posts values ('later', 't', 'b', 'u1', null)`);
  await client.ids('posts', ['later', 'own']);
});

test('a stock client that gets 401 fetches new credentials and recovers', async () => {
  const world = await worlds.start(withRows);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.ids('posts', ['own']);
  world.sync?.faults.set({ expireTokens: true });
  await client.db.waitForStatus((status) => status.downloadError !== undefined);
  const fetched = client.credentialsFetched;
  world.sync?.faults.set({ expireTokens: false });
  await world.sql.query(`insert into posts values ('later', 't', 'b', 'u1', null)`);
  await client.ids('posts', ['later', 'own']);
  expect(client.credentialsFetched).toBeGreaterThanOrEqual(fetched);
  expect(client.credentialsFetched).toBeGreaterThan(1);
});

test('answers preflight requests and sets CORS headers for the browser client', async () => {
  const world = await worlds.start(withRows);
  const response = await fetch(`${world.url}/powersync/sync/stream`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(response.headers.get('access-control-expose-headers')).toBe('Content-Type');
});
