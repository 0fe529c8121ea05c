import { Schema, Table, column } from '@powersync/node';
import { expect, test } from 'vitest';
import { RawStream } from './support/raw-client.ts';
import { StockClient } from './support/stock-client.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();
const options = {
  schema: `create table posts (id text primary key, title text, owner text);
           insert into posts values ('b', 'second', 'u1'), ('a', 'first', 'u1'), ('x', 'foreign', 'u2');`,
  rules: `
config:
  edition: 3
streams:
  mine:
    auto_subscribe: true
    query: SELECT * FROM posts WHERE owner = auth.user_id()
`,
};
const schema = new Schema({ posts: new Table({ title: column.text, owner: column.text }) });

test('a stock client gets its rows, then live changes', async () => {
  const world = await worlds.start(options);
  const client = new StockClient(world, schema);
  await client.connect();
  await client.ids('posts', ['a', 'b']);
  await world.sql.query(`insert into posts values ('c', 'third', 'u1'), ('y', 'foreign', 'u2')`);
  await client.ids('posts', ['a', 'b', 'c']);
  await world.sql.query(`delete from posts where id = 'a'`);
  await client.ids('posts', ['b', 'c']);
  // The client prefers it, and the real service has it.
  expect(client.streamTypes).toEqual(['application/vnd.powersync.bson-stream']);
});

test('starts with exactly checkpoint, data and checkpoint_complete, in primary-key order', async () => {
  const world = await worlds.start(options);
  const stream = await RawStream.open(world, await memberToken('u1'));
  expect(stream.status).toBe(200);
  expect(stream.headers['content-type']).toBe('application/x-ndjson');
  expect(stream.headers['access-control-expose-headers']).toBe('Content-Type');
  const [first, data, last, ...more] = await stream.complete();
  expect(more).toEqual([]);
  expect(first.checkpoint).toMatchObject({
    last_op_id: expect.stringMatching(/^\d+$/),
    buckets: [{ checksum: expect.any(Number), count: 2, priority: 3, subscriptions: [{ default: 0 }] }],
    streams: [{ name: 'mine', is_default: true, errors: [] }],
  });
  expect(data.data).toMatchObject({ after: '0', has_more: false });
  expect(data.data.data).toMatchObject([
    { op: 'PUT', object_type: 'posts', object_id: 'a', data: '{"id":"a","title":"first","owner":"u1"}' },
    { op: 'PUT', object_type: 'posts', object_id: 'b' },
  ]);
  expect(last).toEqual({ checkpoint_complete: { last_op_id: first.checkpoint.last_op_id } });
});
