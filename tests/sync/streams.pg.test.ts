import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import type { Line } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { StockClient } from './support/stock-client.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();
const withRows = {
  ...rooms,
  schema: `${rooms.schema} insert into posts values ('own', 't', 'b', 'u1', null), ('r1', 't', 'b', 'u2', 'r1'), ('r2', 't', 'b', 'u2', 'r2');`,
};

test('a stock client gets the rows of a subscription and loses them when it unsubscribes', async () => {
  const world = await worlds.start(withRows);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.ids('posts', ['own']);
  // Seconds, and never 0: the stock client drops a subscription with ttl 0 when another one makes it reconnect.
  const one = await client.db.syncStream('room', { room: 'r1' }).subscribe({ ttl: 5 });
  await one.waitForFirstSync();
  await client.ids('posts', ['own', 'r1']);
  const two = await client.db.syncStream('room', { room: 'r2' }).subscribe();
  await two.waitForFirstSync();
  await client.ids('posts', ['own', 'r1', 'r2']);
  one.unsubscribe();
  // On connect a client requests its live subscriptions; after the ttl, r1 is not one of them.
  do {
    await client.db.disconnect();
    await client.connect();
    await client.db.waitForStatus((status) => status.connected);
  } while (JSON.stringify(client.requests.at(-1)).includes('"r1"'));
  await client.ids('posts', ['own', 'r2']);
});

test('sends priorities in order, each but the last closed by partial_checkpoint_complete; an override moves a stream', async () => {
  const world = await worlds.start(withRows);
  const subscriptions = [{ stream: 'room', parameters: { room: 'r1' }, override_priority: 0 }];
  const raw = await RawStream.open(world, await memberToken('u1'), {
    streams: { include_defaults: true, subscriptions },
  });
  const lines = await raw.complete();
  const id = lines[0].checkpoint.last_op_id;
  expect(lines.slice(1).map((line: Line) => line.data?.data[0].object_id ?? line)).toEqual([
    'r1',
    { partial_checkpoint_complete: { last_op_id: id, priority: 0 } },
    'own',
    { partial_checkpoint_complete: { last_op_id: id, priority: 1 } },
    'm',
    { checkpoint_complete: { last_op_id: id } },
  ]);
});

test('lists a bucket with two subscriptions once, with both reasons and the higher priority', async () => {
  const world = await worlds.start(withRows);
  const subscriptions = [
    { stream: 'room', parameters: { room: 'r1' }, override_priority: null },
    { stream: 'room', parameters: { room: 'r1' }, override_priority: 2 },
    { stream: 'does_not_exist', parameters: null },
  ];
  const raw = await RawStream.open(world, await memberToken('u1'), {
    streams: { include_defaults: false, subscriptions },
  });
  const { buckets, streams } = await raw.next('checkpoint');
  expect(buckets).toMatchObject([{ priority: 2, subscriptions: [{ sub: 0 }, { sub: 1 }] }]);
  expect(streams).toEqual([{ name: 'room', is_default: false, errors: [] }]);
});

test('a high-priority stream is usable while the others are loading', async () => {
  const world = await worlds.start({ ...withRows, limits: { opsPerLine: 10 } });
  const rows = `insert into posts select 'z' || n, 't', repeat('b', 2000), 'u2', 'big' from generate_series(1, 3000) n`;
  await world.sql.query(`${rows}; insert into members values ('m1', 'u1', 'big')`);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.db.waitForFirstSync({ priority: 1 });
  const own = await client.db.getAll(`select id from posts where owner = 'u1'`);
  expect(own).toEqual([{ id: 'own' }]);
  await client.db.waitForFirstSync();
  await client.until<{ n: number }>('select count(*) as n from posts', ([row]) => row?.n === 3001);
});

test('limits data lines to 1000 ops and about 1 MiB; a larger row has its own line', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(
    `insert into posts select lpad(n::text, 5, '0'), 't', 'b', 'u1', null from generate_series(1, 2500) n`,
  );
  await world.sql.query(
    `insert into posts select 'y' || n, 't', repeat('b', 300000), 'u1', null from generate_series(1, 8) n`,
  );
  await world.sql.query(`insert into posts values ('z', 't', repeat('b', 3000000), 'u1', null)`);
  const replica = new Replica();
  const raw = await RawStream.open(world, await memberToken('u1'));
  while (replica.rows().length < 2510) replica.apply(await raw.complete());
  const data = raw.lines.filter((line) => line.data).map((line) => line.data);
  for (const line of data) {
    const bytes = JSON.stringify(line.data).length;
    expect(line.data.length).toBeLessThanOrEqual(1000);
    if (bytes > 1_100_000) expect(line.data.map((op: Line) => op.object_id)).toEqual(['z']);
  }
  expect(data.some((line) => line.data.length === 1000 && line.has_more)).toBe(true);
});

test('hostile stream names and parameters yield no rows and no error', async () => {
  const world = await worlds.start(withRows);
  const nasty = [
    { stream: '__proto__', parameters: null },
    { stream: 'constructor', parameters: {} },
    { stream: 'toString', parameters: null },
    { stream: 'room', parameters: null },
    { stream: 'room', parameters: {} },
    { stream: 'room', parameters: { room: { a: [1, { b: null }] } } },
    { stream: 'room', parameters: { room: ['r1', 'r2'] } },
    { stream: 'room', parameters: { room: "r1' OR '1'='1" } },
    { stream: 'room', parameters: { __proto__: { room: 'r1' }, user_id: 'u2' } },
  ];
  const body = {
    streams: { include_defaults: true, subscriptions: nasty },
    parameters: { user_id: 'u2', sub: 'u2', room: 'r1' },
  };
  const raw = await RawStream.open(world, await memberToken('u1'), body);
  expect(new Replica().apply(await raw.complete()).ids()).toEqual(['m', 'own']);
});

const malformed: [string, unknown][] = [
  ['not an object', []],
  ['buckets of the wrong type', { buckets: [{ name: 1, after: 'x' }] }],
  ['a negative position', { buckets: [{ name: 'b', after: '-1' }] }],
  ['a priority that does not exist', { streams: { subscriptions: [{ stream: 'room', override_priority: 9 }] } }],
];

test('rejects a malformed request with 400', async () => {
  const world = await worlds.start(withRows);
  const headers = { Authorization: `Bearer ${await memberToken('u1')}` };
  for (const [name, body] of malformed) {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${world.url}/powersync/sync/stream`, request);
    expect(response.status, name).toBe(400);
    expect(await response.json(), name).toMatchObject({ error: { code: 'PSYNC_S2002', status: 400 } });
  }
});
