import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms } from './support/rooms.ts';
import { settled } from './support/settled.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();

test('serves 1000 buckets and answers PSYNC_S2305 for one more', async () => {
  const world = await worlds.start(rooms);
  // markers and mine are two buckets, so 998 rooms are the last that fit.
  await world.sql.query(`insert into members select 'm' || n, 'u1', 'r' || n from generate_series(1, 998) n`);
  await settled(world);
  const fits = await RawStream.open(world, await memberToken('u1'));
  expect((await fits.next('checkpoint')).buckets).toHaveLength(1000);
  await world.sql.query(`insert into members values ('extra', 'u1', 'extra')`);
  await fits.end();
  expect(world.logs.join('\n')).toContain('Too many buckets for one connection: 1001');
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
  expect(three.status).toBe(429);
  expect(three.lines).toMatchObject([{ error: { code: 'PSYNC_S2304' } }]);
  one.close();
  await expect.poll(async () => (await RawStream.open(world, token)).status).toBe(200);
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
