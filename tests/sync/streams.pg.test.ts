import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import type { Line } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { settled } from './support/settled.ts';
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
  const invalid = [
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
    streams: { include_defaults: true, subscriptions: invalid },
    parameters: { user_id: 'u2', sub: 'u2', room: 'r1' },
  };
  const raw = await RawStream.open(world, await memberToken('u1'), body);
  expect(new Replica().apply(await raw.complete()).ids()).toEqual(['m', 'own']);
});

const requests: [string, number, unknown][] = [
  ['a list, which is ignored', 200, []],
  ['buckets of the wrong type', 400, { buckets: [{ name: 1, after: '1' }] }],
  ['a bucket without a position', 400, { buckets: [{ name: 'b' }] }],
  ['a negative position', 200, { buckets: [{ name: 'b', after: '-1' }] }],
  ['a position in another base', 200, { buckets: [{ name: 'b', after: '0x10' }] }],
  ['a position that is no number', 500, { buckets: [{ name: 'b', after: 'x' }] }],
  ['a priority that does not exist', 200, one({ override_priority: 9 })],
  ['a priority that is no number', 400, one({ override_priority: '1' })],
  [
    'a subscription without parameters',
    400,
    { streams: { subscriptions: [{ stream: 'room', override_priority: 1 }] } },
  ],
  ['a subscription without a priority', 400, { streams: { subscriptions: [{ stream: 'room', parameters: {} }] } }],
  ['streams without subscriptions', 400, { streams: {} }],
  ['streams that are null', 400, { streams: null }],
  ['parameters that are null', 400, { parameters: null }],
  ['parameters that are a list', 400, { parameters: [] }],
  ['metadata with other values than texts', 400, { app_metadata: { version: 1 } }],
  ['raw_data that is a text', 400, { raw_data: 'true' }],
  ['a long client id', 200, { client_id: 'c'.repeat(5000) }],
  ['a client id that is no text', 400, { client_id: 1 }],
  ['no client id and an unknown field', 200, { client_id: undefined, unknown: 1 }],
];

function one(subscription: object): object {
  const whole = { stream: 'room', parameters: { room: 'r1' }, override_priority: null, ...subscription };
  return { streams: { include_defaults: false, subscriptions: [whole] } };
}

test('accepts and rejects requests as the real service does', async () => {
  const world = await worlds.start(withRows);
  const post = async (token: string, body: unknown): Promise<{ status: number; code: string | undefined }> => {
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const abort = new AbortController();
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: abort.signal };
    const response = await fetch(`${world.url}/powersync/sync/stream`, init);
    const text = response.status === 200 ? '{}' : await response.text();
    abort.abort();
    return { status: response.status, code: JSON.parse(text).error?.code };
  };
  const token = `Bearer ${await memberToken('u1')}`;
  for (const [name, status, body] of requests) {
    const code = status === 200 ? undefined : 'PSYNC_S2001';
    expect(await post(token, body), name).toEqual({ status, code });
    // A request is checked before its token.
    expect((await post('Bearer x', body)).status, name).toBe(status === 400 ? 400 : 401);
  }
});

test('reads a body by its type, and limits it to 1 MiB', async () => {
  const world = await worlds.start(withRows);
  const post = async (type: string | null, body: string): Promise<[number, string | undefined]> => {
    const headers = { Authorization: `Bearer ${await memberToken('u1')}`, ...(type && { 'Content-Type': type }) };
    const abort = new AbortController();
    world.onClose(() => abort.abort());
    const init = { method: 'POST', headers, body: Buffer.from(body), signal: abort.signal };
    const response = await fetch(`${world.url}/powersync/sync/stream`, init);
    const text = response.status === 200 ? '{}' : await response.text();
    return [response.status, JSON.parse(text).error?.code];
  };
  expect(await post('text/plain', '{"buckets":1}')).toEqual([200, undefined]);
  expect(await post('application/json; charset=utf-8', '{"unknown":1}')).toEqual([200, undefined]);
  expect(await post('application/json', '{')).toEqual([400, 'FST_ERR_CTP_INVALID_JSON_BODY']);
  expect(await post('application/json', '')).toEqual([400, 'FST_ERR_CTP_EMPTY_JSON_BODY']);
  expect(await post('application/json', '{"parameters":{"__proto__":{"room":"r1"}}}')).toEqual([
    400,
    'FST_ERR_CTP_INVALID_JSON_BODY',
  ]);
  expect(await post('application/xml', '<a/>')).toEqual([415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE']);
  expect(await post(null, '{}')).toEqual([415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE']);
  const large = JSON.stringify({ client_id: 'c'.repeat(1024 * 1024) });
  expect(await post('application/json', large)).toEqual([413, 'FST_ERR_CTP_BODY_TOO_LARGE']);
});

test('a client that resumes gets the completion of every priority at once, before new data', async () => {
  const world = await worlds.start(withRows);
  const token = await memberToken('u1');
  const streams = {
    include_defaults: true,
    subscriptions: [{ stream: 'room', parameters: { room: 'r1' }, override_priority: 0 }],
  };
  const first = await RawStream.open(world, token, { streams });
  const replica = new Replica().apply(await first.complete());
  first.close();
  await world.sql.query('update markers set step = 1');
  await settled(world);
  const second = await RawStream.open(world, token, { streams, buckets: replica.positions() });
  const lines = await second.complete();
  const last_op_id = lines[0].checkpoint.last_op_id;
  expect(lines.slice(1).map((line: Line) => line.data?.data[0].object_id ?? line)).toEqual([
    { partial_checkpoint_complete: { last_op_id, priority: 0 } },
    { partial_checkpoint_complete: { last_op_id, priority: 1 } },
    'm',
    { checkpoint_complete: { last_op_id } },
  ]);
});

test.each([false, undefined])('sends rows as objects to a client with raw_data %s', async (raw_data) => {
  const world = await worlds.start(withRows);
  const raw = await RawStream.open(world, await memberToken('u1'), { raw_data });
  const data = (await raw.complete()).flatMap((line: Line) => line.data?.data ?? []);
  expect(data.map((op: Line) => op.data)).toContainEqual(expect.objectContaining({ id: 'own', title: 't' }));
  await world.sql.query(`delete from posts where id = 'own'`);
  const [, removal] = await raw.complete();
  expect(removal.data.data[0]).toMatchObject({ op: 'REMOVE', data: null });
});

test('probes return only the state, and an unknown path returns 404', async () => {
  const world = await worlds.start(rooms);
  for (const probe of ['startup', 'liveness', 'readiness']) {
    const response = await fetch(`${world.url}/powersync/probes/${probe}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ready: true, started: true, touched_at: expect.any(String) });
  }
  const missing = await fetch(`${world.url}/powersync/probes/none`);
  expect(await missing.json()).toMatchObject({ error: { code: 'PSYNC_S2002', status: 404, name: 'RouteNotFound' } });
});

test.each([
  ['zstd', 'gzip, deflate, br, zstd'],
  ['gzip', 'gzip, deflate, br'],
  ['gzip', 'zstd;q=0, gzip'],
  [undefined, 'br'],
])(
  'compresses a stream with %s for a client that accepts %s, and each line arrives when it is sent',
  async (encoding, accepted) => {
    const world = await worlds.start(withRows);
    const raw = await RawStream.open(world, await memberToken('u1'), {}, { 'accept-encoding': accepted });
    expect(raw.headers['content-encoding']).toBe(encoding);
    expect(raw.headers.vary).toContain('Accept-Encoding');
    const replica = new Replica().apply(await raw.complete());
    for (const id of ['a', 'b', 'c']) {
      await world.sql.query(`insert into posts values ('${id}', 't', 'b', 'u1', null)`);
      // Nothing follows it that would push it out of a compressor.
      replica.apply(await raw.complete());
      expect(replica.rows().map((row) => row.id)).toContain(id);
    }
    raw.close();
  },
);
