import { Client } from 'pg';
import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { rooms } from './support/rooms.ts';
import { settled } from './support/settled.ts';
import { memberToken, useWorlds } from './support/world.ts';
import type { World } from './support/world.ts';

const worlds = useWorlds();

const open = async (world: World, user: string, replica = new Replica()): Promise<RawStream> =>
  RawStream.open(world, await memberToken(user), { client_id: user, buckets: replica.positions() });

async function session(world: World): Promise<Client> {
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  world.onClose(() => client.end());
  return client;
}

interface Row {
  id: string;
  title: string;
  owner: string;
  room: string | null;
  step?: number;
}

/** A post can be in two buckets. */
const postsOf = (replica: Replica): string[] => [
  ...new Set(
    replica
      .rows()
      .filter((row: Row) => row.step === undefined)
      .map((row: Row) => [row.id, row.title, row.owner, row.room].join())
      .toSorted(),
  ),
];

async function oracle(world: World, user: string): Promise<string[]> {
  const { rows } = await world.sql.query<Row>(
    `select id, title, owner, room from posts where owner = $1 or room in (select room from members where user_id = $1)`,
    [user],
  );
  return [...new Set(rows.map((row) => [row.id, row.title, row.owner, row.room].join()))].toSorted();
}

/** A multiple of the number of writers, each of which has its own users: they never wait for each other. */
const USERS = process.env['TEST_ALL'] === '1' ? 24 : 6;
const POSTS = 20 * USERS;

// Every stream requests a partition that is not loaded yet, while writers commit, keep transactions open and roll back.
test('a partition first requested during writes arrives complete and stays live', async () => {
  const users = Array.from({ length: USERS }, (_, n) => `u${n}`);
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema}
      insert into posts select 'p' || n, '0', repeat('b', 3000), 'u' || n % ${USERS}, 'r' || n % ${USERS} from generate_series(1, ${POSTS}) n;
      insert into members select 'm' || n, 'u' || n, 'r' || (n + 1) % ${USERS} from generate_series(0, ${USERS - 1}) n;
      alter table posts alter column body set storage external;`,
  });
  let stopped = false;
  const writers = [0, 1, 2].map(async (writer) => {
    const sql = await session(world);
    for (let n = 1; !stopped; n++) {
      await sql.query('begin');
      // Each transaction sets one title on all posts of an owner: two titles at once mean half a transaction.
      await sql.query(`update posts set title = $1 where owner = $2`, [
        `${writer}-${n}`,
        `u${writer + 3 * (n % (USERS / 3))}`,
      ]);
      if (n % 5 === 0)
        await sql.query(`update posts set room = 'r' || (substr(room, 2)::int + 1) % ${USERS} where owner = $1`, [
          `u${writer}`,
        ]);
      if (n % 7 === 0) await sql.query(`delete from posts where id = $1`, [`p${(writer + 3 * n) % POSTS}`]);
      if (n % 7 === 3)
        await sql.query(`update members set room = 'r${n % USERS}' where id = 'm${writer + 3 * (n % (USERS / 3))}'`);
      await sql.query(n % 4 === 0 ? 'rollback' : 'commit');
    }
  });
  const streams = new Map<string, { stream: RawStream; replica: Replica }>();
  for (const user of users) {
    const stream = await open(world, user);
    const replica = new Replica().apply(await stream.complete());
    const titles = new Set(
      replica
        .rows()
        .filter((row: Row) => row.owner === user)
        .map((row: Row) => row.title),
    );
    expect(titles.size, `${user}: ${[...titles].join(' and ')}`).toBeLessThanOrEqual(1);
    streams.set(user, { stream, replica });
  }
  stopped = true;
  await Promise.all(writers);
  await world.sql.query('update markers set step = 1');
  for (const [user, { stream, replica }] of streams) {
    while (!replica.rows().some((row: Row) => row.step === 1)) replica.apply(await stream.complete());
    expect(postsOf(replica), user).toEqual(await oracle(world, user));
  }
});

test('does not lose a transaction that commits between the load and its snapshot', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} insert into posts select 'p' || n, 'old', 'b', 'u1', 'r' from generate_series(1, 10) n;`,
  });
  const writer = await session(world);
  // With the table locked, the load takes its snapshot and then waits for the rows.
  await writer.query(`begin; lock table posts; update posts set title = 'new' where id < 'p5'; delete from posts where id = 'p6';
    insert into posts values ('q', 'new', 'b', 'u1', null); update posts set id = 'p77' where id = 'p7'; update posts set owner = 'u2' where id = 'p8'`);
  const opening = open(world, 'u1');
  await expect
    .poll(async () => {
      const { rows } = await world.sql.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'embedded_sync' and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(1);
  await writer.query('commit');
  const replica = new Replica().apply(await (await opening).complete());
  expect(postsOf(replica)).toEqual(await oracle(world, 'u1'));
  expect(replica.ids()).toEqual(['m', 'p1', 'p10', 'p2', 'p3', 'p4', 'p5', 'p77', 'p9', 'q']);
});

test('a new partition is not ahead of those already loaded', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} insert into posts select 'p' || n, 'old', 'b', 'u1', null from generate_series(1, 8000) n;
      insert into posts values ('apart', 'old', 'b', 'u2', 'r5');`,
  });
  const held = await open(world, 'u1');
  await held.complete();
  // Replication needs a moment for this one, so a snapshot sees it long before.
  await world.sql.query(`update posts set title = 'new'`);
  const stream = await RawStream.open(world, await memberToken('u1'), {
    client_id: 'second',
    streams: {
      include_defaults: true,
      subscriptions: [{ stream: 'room', parameters: { room: 'r5' }, override_priority: null }],
    },
  });
  const replica = new Replica().apply(await stream.complete());
  expect(replica.ids()).toContain('apart');
  expect(new Set(replica.rows().flatMap((row: Row) => (row.step === undefined ? [row.title] : []))).size).toBe(1);
});

test('evicts unused partitions and loads them again, complete, under another bucket name', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} insert into posts select 'p' || n, 't', 'b', 'u' || n % 5, 'r' || n % 5 from generate_series(1, 500) n;
      insert into members select 'm' || n, 'u' || n, 'r' || n from generate_series(0, 4) n;`,
    limits: { opsHeld: 450 },
  });
  const replicas = new Map<string, Replica>();
  const names = new Map<string, string[]>();
  const bucketsOf = (replica: Replica): string[] =>
    [...replica.buckets.keys()].filter((name) => !name.includes('markers'));
  for (const user of ['u0', 'u1', 'u2', 'u3', 'u4']) {
    const stream = await open(world, user);
    const replica = new Replica().apply(await stream.complete());
    replicas.set(user, replica);
    names.set(user, bucketsOf(replica));
    stream.close();
    await stream.end();
  }
  await world.sql.query(
    `delete from posts where id in ('p5', 'p10'); update posts set title = 'new' where id in ('p15', 'p9')`,
  );
  await settled(world);
  const again = async (user: string): Promise<Replica> => {
    const replica = replicas.get(user) ?? new Replica();
    const stream = await open(world, user, replica);
    // Checks every checksum, with this client's earlier rows.
    replica.apply(await stream.complete());
    stream.close();
    return replica;
  };
  const first = await again('u0');
  expect(postsOf(first)).toEqual(await oracle(world, 'u0'));
  expect(postsOf(first)).toHaveLength(98);
  expect(bucketsOf(first).some((name) => names.get('u0')?.includes(name))).toBe(false);
  // What came last is still held, under the same name.
  const names0 = bucketsOf(first);
  expect(bucketsOf(await again('u0'))).toEqual(names0);
  expect(postsOf(first)).toEqual(await oracle(world, 'u0'));
});

test('never evicts a partition that a connection uses', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} insert into posts select 'p' || n, 't', 'b', 'u' || n % 5, null from generate_series(1, 500) n;`,
    limits: { opsHeld: 10 },
  });
  const stream = await open(world, 'u1');
  const replica = new Replica().apply(await stream.complete());
  for (const user of ['u2', 'u3', 'u4']) {
    const other = await open(world, user);
    expect(postsOf(new Replica().apply(await other.complete()))).toHaveLength(100);
    other.close();
  }
  await world.sql.query(`update posts set title = 'new' where owner = 'u1'`);
  replica.apply(await stream.complete());
  expect(replica.rows().filter((row: Row) => row.title === 'new')).toHaveLength(100);
});

test('sends a row completely, long text included, when a change moves it into a requested partition', async () => {
  const world = await worlds.start({
    ...rooms,
    schema: `${rooms.schema} alter table posts alter column body set storage external;
      insert into posts values ('far', 't', repeat('long ', 2000), 'u9', null);`,
  });
  const stream = await open(world, 'u1');
  const replica = new Replica().apply(await stream.complete());
  expect(postsOf(replica)).toEqual([]);
  await world.sql.query(`update posts set owner = 'u1'`);
  replica.apply(await stream.complete());
  expect(replica.rows().find((row) => row.id === 'far')).toMatchObject({ owner: 'u1', body: 'long '.repeat(2000) });
});

test('loads a partition requested while Postgres is down when Postgres is up again', async () => {
  const world = await worlds.start(rooms);
  await world.sql.query(`insert into posts values ('a', 't', 'b', 'u1', null)`);
  const token = await memberToken('u1');
  await settled(world);
  await worlds.postgres().down('SIGQUIT');
  const opening = RawStream.open(world, token);
  await expect.poll(async () => (await fetch(`${world.url}/powersync/probes/readiness`)).status).toBe(400);
  await worlds.postgres().up();
  const stream = await opening;
  expect(postsOf(new Replica().apply(await stream.complete()))).toEqual(['a,t,u1,']);
});
