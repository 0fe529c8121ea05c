import { request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms } from './support/rooms.ts';
import { settled } from './support/settled.ts';
import { guestToken, memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes, after a complete garbage collection. */
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('serves 1000 buckets and answers PSYNC_S2305 for one more', async () => {
  const world = await worlds.start(rooms);
  // markers and mine are two buckets, so 998 rooms are the last that fit.
  await world.sql.query(`insert into members select 'm' || n, 'u1', 'r' || n from generate_series(1, 998) n`);
  await settled(world);
  const fits = await RawStream.open(world, await memberToken('u1'));
  expect((await fits.next('checkpoint')).buckets).toHaveLength(1000);
  await world.sql.query(`insert into members values ('extra', 'u1', 'extra')`);
  await fits.end();
  // Cut off, so that the client does not take it for an ordinary end.
  expect(fits.aborted).toBe(true);
  expect(world.logs.join('\n')).toContain('Too many buckets: 1001 (limit of 1000)');
  const refused = await RawStream.open(world, await memberToken('u1'));
  await refused.end();
  expect(refused.status).toBe(500);
  expect(refused.lines).toMatchObject([{ error: { code: 'PSYNC_S2305' } }]);
});

test('answers PSYNC_S2305 for more than 1000 parameter rows, even if they give one bucket', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into members select 'm' || n, 'u1', 'same' from generate_series(1, 1001) n`);
  await settled(world);
  const refused = await RawStream.open(world, await memberToken('u1'));
  await refused.end();
  expect(refused.lines).toMatchObject([{ error: { code: 'PSYNC_S2305', status: 500 } }]);
  const other = await RawStream.open(world, await memberToken('u2'));
  expect((await other.next('checkpoint')).buckets).toHaveLength(2);
});

test('rejects a connection over the limit with 429 until another one ends', async () => {
  const world = await worlds.start({ ...rooms, limits: { connections: 2 } });
  const token = await memberToken('u1');
  const [one, two] = [await RawStream.open(world, token), await RawStream.open(world, token)];
  await two.complete();
  const three = await RawStream.open(world, token);
  await three.end();
  expect([three.status, three.lines]).toEqual([429, []]);
  one.close();
  await expect.poll(async () => (await RawStream.open(world, token)).status).toBe(200);
});

test('guests, one member and one address cannot take the places of all members', async () => {
  const limits = { connections: 7, guestConnections: 3, connectionsPerMember: 2, connectionsPerOrigin: 6 };
  const world = await worlds.start({ ...rooms, limits });
  const open = async (token: string): Promise<number> => (await RawStream.open(world, token)).status;
  const guests = [];
  for (let n = 0; n < 4; n++) guests.push(await open(await guestToken(`g${n}`)));
  expect(guests).toEqual([200, 200, 200, 429]);
  const members = [];
  for (const user of ['u1', 'u1', 'u1', 'u2', 'u3']) members.push(await open(await memberToken(user)));
  expect(members).toEqual([200, 200, 429, 200, 429]);
});

test('unauthenticated and rejected requests take no place', async () => {
  const world = await worlds.start({ ...rooms, limits: { connections: 1 } });
  const slow = request(`${world.url}/powersync/sync/stream`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
  });
  slow.on('error', () => {});
  world.onClose(() => slow.destroy());
  await new Promise<void>((resolve) => slow.write('{', () => resolve()));
  expect((await RawStream.open(world, 'x')).status).toBe(401);
  expect((await RawStream.open(world, await memberToken('u1'))).status).toBe(200);
});

test('a request for tens of thousands of streams is refused before anything is looked up', async () => {
  const world = await worlds.start(rooms);
  const token = await guestToken();
  const ask = (count: number, stream: string): Promise<RawStream> => {
    const subscriptions = Array.from({ length: count }, (_, n) => ({ stream, parameters: { room: `r${n}` } }));
    return RawStream.open(world, token, { streams: { include_defaults: false, subscriptions } });
  };
  const most = await ask(1000, 'room');
  expect((await most.next('checkpoint')).buckets).toHaveLength(1000);
  const { rows: before } = await world.sql.query('select pg_current_wal_insert_lsn() as lsn');
  const more = await ask(1001, 'room');
  await more.end();
  expect([more.status, more.lines]).toMatchObject([500, [{ error: { code: 'PSYNC_S2305' } }]]);
  const all = await ask(36_000, 'room');
  await all.end();
  expect([all.status, all.lines]).toMatchObject([413, [{ error: { code: 'FST_ERR_CTP_BODY_TOO_LARGE' } }]]);
  // A look-up writes a marker to the WAL.
  const { rows: after } = await world.sql.query('select pg_current_wal_insert_lsn() as lsn');
  expect(after).toEqual(before);
});

test('a commit costs nothing for the connections that it does not concern', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('p', 't', 'b', 'u1', 'other')`);
  /** Processor time of 200 commits, in microseconds. */
  const cost = async (): Promise<number> => {
    await settled(world);
    const before = process.cpuUsage();
    for (let n = 0; n < 200; n++) await world.sql.query('update posts set title = $1', [String(n)]);
    await settled(world);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const alone = await cost();
  const subscriptions = Array.from({ length: 1000 }, (_, n) => ({ stream: 'room', parameters: { room: `r${n}` } }));
  for (let n = 0; n < 25; n++) {
    const streams = { include_defaults: false, subscriptions };
    await (await RawStream.open(world, await guestToken(`g${n}`), { streams })).complete();
  }
  // Waking every connection took twenty times as long.
  expect(await cost()).toBeLessThan(10 * alone);
});

test('counts the look-ups of a connection', async () => {
  const rules = rooms.rules.replace(
    `room = subscription.parameter('room')`,
    `room IN (SELECT members.room FROM members WHERE members.id = subscription.parameter('room') AND members.user_id = auth.user_id())`,
  );
  const world = await worlds.start({ ...rooms, rules, limits: { lookupsPerConnection: 20 } });
  const ask = async (count: number): Promise<RawStream> => {
    const subscriptions = Array.from({ length: count }, (_, n) => ({ stream: 'room', parameters: { room: `r${n}` } }));
    return RawStream.open(world, await memberToken('u1'), { streams: { include_defaults: false, subscriptions } });
  };
  expect((await ask(20)).status).toBe(200);
  const refused = await ask(21);
  await refused.end();
  expect(refused.lines).toMatchObject([{ error: { code: 'PSYNC_S2305', status: 500 } }]);
});

test('skips a row over the size limit, names it in the log and syncs the rest', async () => {
  const world = await worlds.start({ ...rooms, limits: { bytesPerRow: 1000 } });
  await world.sql.query(
    `insert into posts values ('big', 't', repeat('b', 2000), 'u1', null), ('ok', 't', 'b', 'u1', null)`,
  );
  const replica = new Replica();
  const raw = await RawStream.open(world, await memberToken('u1'));
  while (!replica.ids().includes('ok')) replica.apply(await raw.complete());
  expect(replica.ids()).toEqual(['m', 'ok']);
  expect(world.logs.join('\n')).toContain('The row ["big"] of public.posts is over 1000 bytes');
});

test('a row in two buckets takes little more memory than its text', async () => {
  const world = await worlds.start(rooms);
  const count = 4000;
  const text = 300;
  await world.sql.query(`insert into members values ('m1', 'u1', 'r')`);
  await world.sql.query(
    `insert into posts select gen_random_uuid(), 'title', repeat('b', ${text}), 'u1', 'r' from generate_series(1, ${count})`,
  );
  await settled(world);
  const before = heapUsed();
  const raw = await RawStream.open(world, await memberToken('u1'));
  let sent = 0;
  while (sent < 2 * count) sent += (await raw.next('data')).data.length;
  raw.lines.length = 0;
  const perRow = (heapUsed() - before) / count;
  expect(perRow).toBeGreaterThan(text);
  expect(perRow).toBeLessThan(text + 1500);
});

test('waits for a client that stops reading instead of buffering', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(
    `insert into posts select 'p' || n, 't', repeat('b', 20000), 'u1', null from generate_series(1, 1000) n`,
  );
  const token = await memberToken('u1');
  const slow = await RawStream.open(world, token);
  slow.pause();
  const reader = await RawStream.open(world, token);
  const replica = new Replica();
  while (replica.rows().length < 1001) replica.apply(await reader.complete());
  // 20 MB are to be sent; one line of about 1 MiB may wait, beside what the kernel holds.
  expect(world.bufferedBytes).toBeLessThan(1_500_000);
  slow.resume();
  const late = new Replica();
  while (late.rows().length < 1001) late.apply(await slow.complete());
});
