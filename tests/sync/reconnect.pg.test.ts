import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import type { Line } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { settled } from './support/settled.ts';
import { StockClient } from './support/stock-client.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();

test('a reconnect sends only newer ops', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts select 'a' || n, 't', 'b', 'u1', null from generate_series(1, 50) n`);
  const token = await memberToken('u1');
  const first = await RawStream.open(world, token);
  const replica = new Replica();
  while (replica.rows().length < 51) replica.apply(await first.complete());
  first.close();
  await world.sql.query(`insert into posts values ('new', 't', 'b', 'u1', null)`);
  await settled(world);
  const second = await RawStream.open(world, token, { buckets: replica.positions() });
  const lines = await second.complete();
  replica.apply(lines);
  const sent = lines.flatMap((line: Line) => line.data?.data ?? []);
  expect(replica.rows()).toHaveLength(52);
  expect(sent.map((op: Line) => op.object_id)).toEqual(['new']);
});

test('a disconnected stock client resumes from its position and gets only newer rows', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('a', 't', 'b', 'u1', null)`);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.ids('posts', ['a']);
  await client.db.waitForFirstSync();
  world.sync?.faults.set({ cut: true });
  await world.sql.query(`insert into posts values ('b', 't', 'b', 'u1', null)`);
  await client.ids('posts', ['a', 'b']);
  const again = client.requests.at(-1)!;
  expect(client.requests.length).toBeGreaterThan(1);
  expect(again.buckets.every(({ after }) => Number(after) > 0)).toBe(true);
});

test('a slow reader never sees half of a transaction', async () => {
  const world = await worlds.start(rooms);
  const filler = 'x'.repeat(20_000);
  await world.sql.query(`insert into members values ('m1', 'u1', 'r')`);
  await world.sql.query(`insert into posts values ('p1', '0', $1, 'u1', null), ('p2', '0', $1, 'u2', 'r')`, [filler]);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  const raw = await RawStream.open(world, await memberToken('u1'));
  const replica = new Replica();
  replica.apply(await raw.complete());
  raw.pause();
  for (let n = 1; n <= 60; n++) {
    await world.sql.query('begin');
    await world.sql.query(`update posts set title = $1, body = $2 where id = 'p1'`, [String(n), filler + n]);
    await world.sql.query(`update posts set title = $1, body = $2 where id = 'p2'`, [String(n), filler + n]);
    await world.sql.query('commit');
    if (n === 40) raw.resume();
  }
  const titles = (): string[] => replica.rows().flatMap((row) => (row.title === undefined ? [] : [row.title]));
  while (titles()[0] !== '60') {
    replica.apply(await raw.complete());
    expect(new Set(titles()).size, titles().join()).toBeLessThanOrEqual(1);
  }
  await client.until<{ title: string }>('select distinct title from posts', (rows) => rows[0]?.title === '60');
});

test('a watching stock client never sees half of a transaction', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('p1', '0', 'b', 'u1', null), ('p2', '0', 'b', 'u1', null)`);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.ids('posts', ['p1', 'p2']);
  const seen: string[] = [];
  const watching = client.until<{ title: string }>('select distinct title from posts', (rows) => {
    seen.push(rows.map((row) => row.title).join('+'));
    return rows[0]?.title === '100';
  });
  for (let n = 1; n <= 100; n++) await world.sql.query('update posts set title = $1', [String(n)]);
  await watching;
  expect(seen.filter((titles) => titles.includes('+'))).toEqual([]);
});

test('a client is complete and correct after the server restarted during its load', async () => {
  const world = await worlds.start({ ...rooms, limits: { opsPerLine: 20 } });
  await world.sql.query(
    `insert into posts select 'p' || n, 't', repeat('b', 300), 'u1', null from generate_series(1, 3000) n`,
  );
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.db.waitForStatus((status) => (status.downloadProgress?.downloadedOperations ?? 0) > 0);
  await world.restartSync();
  await client.until<{ n: number }>('select count(*) as n from posts', (rows) => rows[0]?.n === 3000);
  await client.db.waitForStatus((status) => status.connected && !status.downloading);
});

test('a restart renames buckets and never lowers op ids', async () => {
  const world = await worlds.start(rooms);
  const token = await memberToken('u1');
  const before = await (await RawStream.open(world, token)).next('checkpoint');
  await world.restartSync();
  const after = await (await RawStream.open(world, token)).next('checkpoint');
  expect(after.buckets[0].bucket).not.toBe(before.buckets[0].bucket);
  expect(BigInt(after.last_op_id)).toBeGreaterThan(BigInt(before.last_op_id));
});

test('a checkpoint completed after newer commits contains only its own ops', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} insert into posts select 'p' || n, 't', repeat('b', 50000), 'u1', null from generate_series(1, 300) n;`,
    limits: { supersedesInARow: 0 },
  });
  const raw = await RawStream.open(world, await memberToken('u1'));
  raw.pause();
  await world.sql.query(`update posts set title = 'new'`);
  await settled(world);
  raw.resume();
  const lines = await raw.complete();
  const last = BigInt(lines[0].checkpoint.last_op_id);
  const ops: Line[] = lines.flatMap((line: Line) => line.data?.data ?? []);
  expect(ops.filter((op) => BigInt(op.op_id) > last)).toEqual([]);
  const replica = new Replica().apply(lines);
  expect(replica.rows().filter((row) => row.title === 'new')).toEqual([]);
  replica.apply(await raw.complete());
  expect(replica.rows().filter((row) => row.title === 'new')).toHaveLength(300);
});
