import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { StockClient } from './support/stock-client.ts';
import { Client } from 'pg';
import { memberToken, useWorlds } from './support/world.ts';
import type { World } from './support/world.ts';

const worlds = useWorlds();

async function query(world: World, sql: string): Promise<void> {
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const probe = async (world: World, name: string): Promise<{ status: number; ready: boolean }> => {
  const response = await fetch(`${world.url}/powersync/probes/${name}`);
  return { status: response.status, ready: (await response.json()).ready };
};

test.each(['SIGINT', 'SIGQUIT'] as const)(
  'after a Postgres restart (%s) clients miss no rows and download none twice',
  async (signal) => {
    const world = await worlds.start(rooms);
    await world.sql.query(`insert into posts select 'p' || n, 't', 'b', 'u1', null from generate_series(1, 100) n`);
    const client = new StockClient(world, roomsSchema);
    await client.connect();
    await client.until<{ n: number }>('select count(*) as n from posts', ([row]) => row?.n === 100);
    const requests = client.requests.length;
    await worlds.postgres().down(signal);
    await expect.poll(() => probe(world, 'readiness')).toEqual({ status: 400, ready: false });
    await worlds.postgres().up();
    await query(
      world,
      `delete from posts where id = 'p1'; update posts set title = 'new' where id = 'p2';
    insert into posts values ('q', 't', 'b', 'u1', null); insert into members values ('m1', 'u1', 'r1')`,
    );
    await client.until<{ n: number }>(
      `select count(*) as n from posts where id = 'q' or title = 'new' or id = 'p1'`,
      ([row]) => row?.n === 2,
    );
    await expect.poll(() => probe(world, 'readiness')).toEqual({ status: 200, ready: true });
    await query(world, `insert into posts values ('live', 't', 'b', 'u1', null)`);
    await client.until<{ n: number }>('select count(*) as n from posts', ([row]) => row?.n === 101);
    expect(client.requests.length, 'the stream stayed open').toBe(requests);
    const told = world.logs.filter((line) => line.includes('replication'));
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/lost the replication connection/);
    expect(told[1]).toMatch(/replication is connected again/);
  },
);

test('answers 503 when a write checkpoint cannot be stored, and the client retries the upload', async () => {
  const world = await worlds.start(rooms);
  const client = new StockClient(world, roomsSchema, {
    upload: async (db) => {
      const transaction = await db.getNextCrudTransaction();
      if (!transaction) return;
      const { id } = transaction.crud[0]!;
      await query(world, `insert into posts values ('${id}', 't', 'b', 'u1', null) on conflict do nothing`);
      await transaction.complete();
    },
  });
  await client.connect();
  await client.db.waitForFirstSync();
  await worlds.postgres().down();
  await client.db.execute(`insert into posts (id, title, owner) values ('own', 't', 'u1')`);
  await client.db.waitForStatus((status) => status.uploadError !== undefined);
  await worlds.postgres().up();
  await client.until<{ body: string | null }>(`select body from posts where id = 'own'`, ([row]) => row?.body === 'b');
});

test('probes report liveness and readiness', async () => {
  const world = await worlds.start(rooms);
  for (const name of ['startup', 'liveness', 'readiness'])
    expect(await probe(world, name)).toEqual({ status: 200, ready: true });
});

const broken: [string, string, RegExp][] = [
  ['an unknown column', 'SELECT nope FROM posts', /^The sync rules have a problem\. sync-rules\.yaml, line 8: .*nope/],
  ['an unknown table', 'SELECT * FROM missing', /sync-rules\.yaml, line 8: .*missing/],
  ['SQL that does not compile', 'SELECT * FROM posts ORDER BY id', /sync-rules\.yaml, line 8: error: .+/],
  [
    'an unauthenticated parameter',
    `SELECT * FROM posts WHERE room = subscription.parameter('room')`,
    /line 8: warning: .+/,
  ],
];

test('rejects invalid sync rules with a message and a line number', async () => {
  const world = await worlds.start(rooms);
  await world.stopSync();
  for (const [name, query, message] of broken) {
    const rules = `
config:
  edition: 3
# a comment
streams:
  broken:
    auto_subscribe: true
    query: ${query}
`;
    await expect(world.startSync(rules), name).rejects.toThrow(message);
  }
});

test('rejects a table that cannot be synced with a message', async () => {
  const world = await worlds.start(rooms);
  await world.stopSync();
  const rules = (table: string): string =>
    `config:\n  edition: 3\nstreams:\n  s:\n    auto_subscribe: true\n    query: SELECT * FROM ${table}\n`;
  await world.sql.query('create table keyless (id text); create table ranges (id text primary key, r int4range)');
  await expect(world.startSync(rules('keyless'))).rejects.toThrow(
    'Table public.keyless is synced but has no primary key',
  );
  await expect(world.startSync(rules('ranges'))).rejects.toThrow('Column public.ranges.r has type int4range');
});

test('adds write checkpoints to a publication with a table list, which limits the tables that rules may read', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} create table hidden (id text primary key);
      create publication powersync for table posts, members, markers;`,
  });
  const client = new StockClient(world, roomsSchema);
  await client.connect();
  await client.db.waitForFirstSync();
  await client.db.execute(`insert into posts (id, title, owner) values ('own', 't', 'u1')`);
  await client.until('select id from ps_crud', (rows) => rows.length === 0);
  await world.sql.query(`insert into posts values ('later', 't', 'b', 'u1', null)`);
  await client.ids('posts', ['later', 'own']);
  await world.stopSync();
  const rules = 'config:\n  edition: 3\nstreams:\n  s:\n    auto_subscribe: true\n    query: SELECT * FROM hidden\n';
  await expect(world.startSync(rules)).rejects.toThrow(/hidden/);
});

test('new rows have a column added at run time, and the log asks for a restart', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('old', 't', 'b', 'u1', null)`);
  const raw = await RawStream.open(world, await memberToken('u1'));
  const replica = new Replica().apply(await raw.complete());
  await world.sql.query(
    `alter table posts add column extra text; insert into posts values ('new', 't', 'b', 'u1', null, 'x')`,
  );
  while (!replica.ids().includes('new')) replica.apply(await raw.complete());
  expect(replica.rows().find((row) => row.id === 'new')).toMatchObject({ extra: 'x' });
  expect(world.logs.join('\n')).toContain('the columns of public.posts changed; restart the backend');
});
