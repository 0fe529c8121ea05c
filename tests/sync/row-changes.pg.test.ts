import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { settled } from './support/settled.ts';
import { StockClient } from './support/stock-client.ts';
import type { World } from './support/world.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();

async function clientOf(world: World, user = 'u1'): Promise<StockClient> {
  const client = new StockClient(world, roomsSchema, { user });
  await client.connect();
  return client;
}

test('inserting and deleting a parameter row adds and removes its buckets', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('a', 't', 'b', 'u2', 'r1'), ('b', 't', 'b', 'u2', 'r2')`);
  const client = await clientOf(world);
  await client.db.waitForFirstSync();
  await client.ids('posts', []);
  await world.sql.query(`insert into members values ('m1', 'u1', 'r1')`);
  await client.ids('posts', ['a']);
  await world.sql.query(`update members set room = 'r2' where id = 'm1'`);
  await client.ids('posts', ['b']);
  await world.sql.query(`delete from members`);
  await client.ids('posts', []);
  await world.sql.query(`insert into members values ('m2', 'u1', 'r1')`);
  await client.ids('posts', ['a']);
});

test('keeps the bucket of a room until its last membership is deleted', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('a', 't', 'b', 'u2', 'r1')`);
  await world.sql.query(`insert into members values ('m1', 'u1', 'r1'), ('m2', 'u1', 'r1')`);
  const client = await clientOf(world);
  await client.ids('posts', ['a']);
  await world.sql.query(`delete from members where id = 'm1'`);
  await world.sql.query(`insert into posts values ('b', 't', 'b', 'u2', 'r1')`);
  await client.ids('posts', ['a', 'b']);
  await world.sql.query(`delete from members`);
  await client.ids('posts', []);
});

test('moves a row from one user to another when its bucket changes', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('a', 't', 'b', 'u1', null)`);
  const one = await clientOf(world);
  const two = await clientOf(world, 'u2');
  await one.ids('posts', ['a']);
  await world.sql.query(`update posts set owner = 'u2'`);
  await two.ids('posts', ['a']);
  await one.ids('posts', []);
});

test('syncs a changed primary key as a delete and an insert', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('a', 't', 'b', 'u1', null), ('z', 't', 'b', 'u1', null)`);
  const client = await clientOf(world);
  await client.ids('posts', ['a', 'z']);
  await world.sql.query(`update posts set id = 'c' where id = 'a'`);
  await client.ids('posts', ['c', 'z']);
});

test('unchanged TOAST values survive an update', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`alter table posts alter column body set storage external`);
  const long = 'abcdefghij'.repeat(2000);
  await world.sql.query(`insert into posts values ('a', 't', $1, 'u1', null)`, [long]);
  const client = await clientOf(world);
  await client.ids('posts', ['a']);
  await world.sql.query(`update posts set title = 'new'`);
  const changed = await client.until<{ title: string; body: string }>(
    'select * from posts',
    (r) => r[0]?.title === 'new',
  );
  expect(changed[0]?.body).toBe(long);
  await world.sql.query(`update posts set id = 'b', title = 'newer'`);
  const moved = await client.until<{ id: string; body: string }>('select * from posts', (rows) => rows[0]?.id === 'b');
  expect(moved.map((row) => row.body)).toEqual([long]);
});

test('a change without its long values is reported and not synced in part', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`alter table posts alter column body set storage external`);
  await world.sql.query(`alter table posts replica identity default`);
  await world.sql.query(`insert into posts values ('a', 't', repeat('b', 20000), 'u1', null)`);
  const client = await clientOf(world);
  await client.ids('posts', ['a']);
  await world.sql.query(`update posts set title = 'new'`);
  await world.sql.query(`insert into posts values ('b', 't', 'b', 'u1', null)`);
  await client.ids('posts', ['a', 'b']);
  expect(world.logs.join()).toContain('A change of public.posts came without its long values');
  expect(await client.db.getAll(`select title from posts where id = 'a'`)).toEqual([{ title: 't' }]);
});

test('TRUNCATE empties the client; later rows arrive', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts select 'p' || n, 't', 'b', 'u1', null from generate_series(1, 20) n`);
  const client = await clientOf(world);
  await client.until<{ n: number }>('select count(*) as n from posts', (rows) => rows[0]?.n === 20);
  await world.sql.query(`begin; truncate posts; insert into posts values ('after', 't', 'b', 'u1', null); commit;`);
  await client.ids('posts', ['after']);
});

test('ignores rolled back transactions and savepoints', async () => {
  const world = await worlds.start(rooms);
  const raw = await RawStream.open(world, await memberToken('u1'));
  const replica = new Replica().apply(await raw.complete());
  await world.sql.query(`begin; insert into posts values ('no', 't', 'b', 'u1', null); rollback;`);
  await world.sql.query(`begin; insert into posts values ('yes', 't', 'b', 'u1', null); savepoint s;
    insert into posts values ('never', 't', 'b', 'u1', null); rollback to s; commit;`);
  replica.apply(await raw.complete());
  expect(replica.ids()).toEqual(['m', 'yes']);
  expect(JSON.stringify(raw.lines)).not.toMatch(/"never"|"no"/);
});

test('sends nothing to a client for a commit outside its buckets', async () => {
  const world = await worlds.start(rooms);
  const raw = await RawStream.open(world, await memberToken('u1'));
  await raw.complete();
  await world.sql.query(`insert into posts values ('foreign', 't', 'b', 'u2', null)`);
  await world.sql.query(`update markers set step = 1`);
  const [diff, ...rest] = await raw.complete();
  expect(diff.checkpoint_diff.updated_buckets).toHaveLength(1);
  expect(rest.filter((line) => line.data).flatMap((line) => line.data.data)).toHaveLength(1);
});

test('announces and completes a checkpoint with only a removed bucket', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into members values ('m1', 'u1', 'r1')`);
  await settled(world);
  const raw = await RawStream.open(world, await memberToken('u1'));
  const [first] = await raw.complete();
  const room = first.checkpoint.buckets.find((bucket: { bucket: string }) => bucket.bucket.includes('r1'));
  expect(room).toMatchObject({ checksum: 0, count: 0, priority: 2 });
  await world.sql.query(`delete from members`);
  const [diff, complete, ...more] = await raw.complete();
  expect(diff.checkpoint_diff).toMatchObject({ updated_buckets: [], removed_buckets: [room.bucket] });
  expect(complete).toEqual({ checkpoint_complete: { last_op_id: diff.checkpoint_diff.last_op_id } });
  expect(more).toEqual([]);
});
