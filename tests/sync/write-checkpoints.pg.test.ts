import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { StockClient } from './support/stock-client.ts';
import type { World } from './support/world.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();

async function requestCheckpoint(world: World, user: string, clientId: string): Promise<string> {
  const response = await fetch(`${world.url}/powersync/write-checkpoint2.json?client_id=${clientId}`, {
    headers: { Authorization: `Token ${await memberToken(user)}` },
  });
  return (await response.json()).data.write_checkpoint;
}

test.each(['legacy', 'requests'] as const)('a local write stays visible between upload and sync (%s)', async (mode) => {
  const world = await worlds.start(rooms);
  const client = new StockClient(world, roomsSchema, { connect: { checkpointMode: mode } });
  await client.connect();
  await client.db.waitForFirstSync();
  const seen: string[] = [];
  const expected = Array.from({ length: 10 }, (_, n) => `own${n}`);
  const watching = client.until<{ id: string }>('select id from posts order by id', (rows) => {
    seen.push(rows.map((row) => row.id).join());
    return rows.length === 20;
  });
  for (const [n, id] of expected.entries()) {
    await client.db.execute('insert into posts (id, title, owner) values (?, ?, ?)', [id, 't', 'u1']);
    await world.sql.query(`insert into posts values ($1, 't', 'b', 'u1', null)`, [`srv${n}`]);
  }
  await watching;
  const missing = expected.filter((id) => {
    const first = seen.findIndex((ids) => ids.includes(id));
    return seen.slice(first).some((ids) => !ids.includes(id));
  });
  expect(missing).toEqual([]);
  await client.until<{ body: string | null }>('select * from ps_crud', (rows) => rows.length === 0);
});

test('counts write checkpoints per user and client, and sends one even if no row changed', async () => {
  const world = await worlds.start(rooms);
  const raw = await RawStream.open(world, await memberToken('u1'), { client_id: 'c1' });
  const [first] = await raw.complete();
  expect(first.checkpoint).not.toHaveProperty('write_checkpoint');
  expect(await requestCheckpoint(world, 'u1', 'c1')).toBe('1');
  expect(await requestCheckpoint(world, 'u1', 'c2')).toBe('1');
  expect(await requestCheckpoint(world, 'u2', 'c1')).toBe('1');
  const [diff, complete] = await raw.complete();
  expect(diff.checkpoint_diff).toMatchObject({ write_checkpoint: '1', updated_buckets: [], removed_buckets: [] });
  expect(complete.checkpoint_complete.last_op_id).toBe(diff.checkpoint_diff.last_op_id);
  expect(await requestCheckpoint(world, 'u1', 'c1')).toBe('2');
  expect((await raw.next('checkpoint_diff')).write_checkpoint).toBe('2');
});

test('sends a write checkpoint with or after the rows committed before it', async () => {
  const world = await worlds.start(rooms);
  const raw = await RawStream.open(world, await memberToken('u1'), { client_id: 'c1' });
  const replica = new Replica().apply(await raw.complete());
  for (let n = 1; n <= 20; n++) {
    await world.sql.query(`insert into posts values ($1, 't', 'b', 'u1', null)`, [`p${n}`]);
    const wanted = await requestCheckpoint(world, 'u1', 'c1');
    for (;;) {
      const lines = await raw.complete();
      replica.apply(lines);
      if (lines.some((line) => line.checkpoint_diff?.write_checkpoint === wanted)) break;
    }
    expect(replica.ids()).toContain(`p${n}`);
  }
});

test('a checkpoint request keeps the greatest number', async () => {
  const world = await worlds.start(rooms);
  const headers = { Authorization: `Token ${await memberToken('u1')}`, 'Content-Type': 'application/json' };
  const ask = async (id: string): Promise<string> => {
    const body = JSON.stringify({ client_id: 'c1', checkpoint_request_id: id });
    const response = await fetch(`${world.url}/powersync/sync/checkpoint-request`, { method: 'POST', headers, body });
    return (await response.json()).data.checkpoint_request_id;
  };
  expect(await ask('7')).toBe('7');
  expect(await ask('3')).toBe('7');
  expect(await ask('9')).toBe('9');
});

test('a server that restarts between issuing a write checkpoint and delivering it still delivers it', async () => {
  const world = await worlds.start(rooms);
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.db.waitForFirstSync();
  world.sync?.faults.set({ holdCheckpoints: true });
  await client.db.execute(`insert into posts (id, title, owner) values ('own', 't', 'u1')`);
  const issued = 'select 1 from embedded_sync.write_checkpoints';
  await expect.poll(async () => (await world.sql.query(issued)).rowCount).toBe(1);
  await world.restartSync();
  await world.sql.query(`insert into posts values ('later', 't', 'b', 'u1', null)`);
  await client.ids('posts', ['later', 'own']);
});

test('a client without its write checkpoint stalls without an error', async () => {
  const world = await worlds.start({ ...rooms, limits: { keepaliveMs: 30 } });
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.db.waitForFirstSync();
  world.sync?.faults.set({ holdCheckpoints: true });
  await world.sql.query(`insert into posts values ('later', 't', 'b', 'u1', null)`);
  const probe = await RawStream.open(world, await memberToken('u1'));
  await probe.next('token_expires_in');
  await probe.next('token_expires_in');
  expect(probe.lines.filter((line) => !('token_expires_in' in line))).toEqual([]);
  expect(await client.db.getAll('select id from posts')).toEqual([]);
  world.sync?.faults.set({ holdCheckpoints: false });
  await client.ids('posts', ['later']);
  await probe.complete();
});

test('counts write checkpoints without a client id per user', async () => {
  const world = await worlds.start(rooms);
  const headers = { Authorization: `Token ${await memberToken('u1')}` };
  const ask = async (query: string): Promise<Response> =>
    fetch(`${world.url}/powersync/write-checkpoint2.json${query}`, { headers });
  for (const wanted of ['1', '2']) expect(await (await ask('')).json()).toEqual({ data: { write_checkpoint: wanted } });
  expect((await ask('?client_id=a&client_id=b')).status).toBe(400);
  expect((await ask(`?client_id=${'c'.repeat(4000)}`)).status).toBe(200);
});

const ids: [unknown, number][] = [
  ['1', 200],
  [2, 200],
  ['9223372036854775807', 200],
  ['9223372036854775808', 400],
  [2 ** 53, 400],
  ['0', 400],
  ['-1', 400],
  [1.5, 400],
  ['x', 400],
  [null, 400],
  [undefined, 400],
];

test('accepts checkpoint requests from 1 to the largest bigint', async () => {
  const world = await worlds.start(rooms);
  const headers = { Authorization: `Token ${await memberToken('u1')}`, 'Content-Type': 'application/json' };
  for (const [checkpoint_request_id, status] of ids) {
    const body = JSON.stringify({ client_id: 'c1', checkpoint_request_id });
    const response = await fetch(`${world.url}/powersync/sync/checkpoint-request`, { method: 'POST', headers, body });
    expect(response.status, String(checkpoint_request_id)).toBe(status);
    if (status === 400) expect(await response.json()).toMatchObject({ error: { code: 'PSYNC_S2001' } });
  }
});

test('write checkpoints expire: 50 for each user, and none that was unused for 30 days', async () => {
  const world = await worlds.start(rooms);
  const keys = async (): Promise<string[]> =>
    (await world.sql.query('select user_key from embedded_sync.write_checkpoints order by user_key')).rows.map(
      (row) => row.user_key,
    );
  await requestCheckpoint(world, 'u2', 'old');
  await requestCheckpoint(world, 'u2', 'kept');
  await world.sql.query(
    `update embedded_sync.write_checkpoints set used_at = now() - interval '31 days' where user_key = 'u2/old'`,
  );
  const raw = await RawStream.open(world, await memberToken('u1'), { client_id: 'c59' });
  await raw.complete();
  for (let n = 0; n < 60; n++) await requestCheckpoint(world, 'u1', `c${n}`);
  expect(await keys()).toEqual([...Array.from({ length: 50 }, (_, n) => `u1/c${n + 10}`), 'u2/kept'].toSorted());
  while ((await raw.next('checkpoint_diff')).write_checkpoint !== '1');
  // The client of a deleted row starts again.
  expect(await requestCheckpoint(world, 'u1', 'c0')).toBe('1');
});

test('the oldest form of a write checkpoint is an op id that contains what was committed before it', async () => {
  const world = await worlds.start(rooms);
  const stream = await RawStream.open(world, await memberToken('u1'));
  await stream.complete();
  const ask = async (token: string) =>
    fetch(`${world.url}/powersync/write-checkpoint.json`, { headers: { Authorization: `Token ${token}` } });
  await world.sql.query(`insert into posts values ('before', 't', 'b', 'u1', null)`);
  const { checkpoint } = (await (await ask(await memberToken('u1'))).json()).data;
  const { last_op_id } = await stream.next('checkpoint_diff');
  expect(BigInt(checkpoint)).toBeGreaterThanOrEqual(BigInt(last_op_id));
  const refused = await ask('none');
  expect(refused.status).toBe(401);
  expect((await refused.json()).error.code).toBe('PSYNC_S2101');
});
