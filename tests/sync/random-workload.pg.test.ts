import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { type Random, randomFrom } from '../support/random.ts';
import { rooms, roomsSchema } from './support/rooms.ts';
import { StockClient } from './support/stock-client.ts';
import type { World } from './support/world.ts';
import { useWorlds } from './support/world.ts';

const worlds = useWorlds();
const steps = process.env['TEST_ALL'] === '1' ? 400 : 240;

/** One random statement over few ids, so that collisions, moves and re-inserts happen all the time. */
function randomStatement(random: Random): string {
  const post = `'p${random(25)}'`;
  const user = `'u${random(3)}'`;
  const room = random(4) === 0 ? 'null' : `'r${random(4)}'`;
  const member = `'m${random(8)}'`;
  const body = random(3) === 0 ? `repeat('${random(10)}x', 4000)` : `'b${random(100)}'`;
  const statements: (() => string)[] = [
    () => `insert into posts values (${post}, 't${random(100)}', ${body}, ${user}, ${room}) on conflict do nothing`,
    () => `insert into posts values (${post}, 't${random(100)}', ${body}, ${user}, ${room})
             on conflict (id) do update set body = excluded.body, room = excluded.room`,
    () => `update posts set title = 't${random(100)}' where id = ${post}`,
    () => `update posts set owner = ${user} where id = ${post}`,
    () => `update posts set room = ${room} where id = ${post}`,
    () =>
      `update posts set id = 'p${random(25)}x' where id = ${post} and not exists (select 1 from posts where id like 'p%x')`,
    () => `delete from posts where id = ${post} or id like 'p%x'`,
    () =>
      `insert into members values (${member}, ${user}, 'r${random(4)}') on conflict (id) do update set room = excluded.room`,
    () => `update members set user_id = ${user} where id = ${member}`,
    () => `delete from members where id = ${member}`,
    () => `update posts set title = title`,
  ];
  if (random(60) === 0) return random(2) === 0 ? 'truncate posts' : 'truncate members';
  return statements[random(statements.length)]!();
}

function randomStep(random: (below: number) => number): string {
  const several = Array.from({ length: 1 + random(4) }, () => randomStatement(random)).join('; ');
  switch (random(4)) {
    case 0:
      return `begin; ${several}; commit`;
    case 1:
      return `begin; ${several}; rollback`;
    case 2:
      return `begin; ${several}; savepoint s; ${randomStatement(random)}; rollback to s; ${randomStatement(random)}; commit`;
    default:
      return randomStatement(random);
  }
}

/** The rows that a user gets by the rules, read from Postgres directly, without the op log. */
async function oracle(sql: Client, user: string): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select id, title, body, owner, room from posts
      where owner = $1 or room in (select room from members where user_id = $1) order by id collate "C"`,
    [user],
  );
  return rows;
}

async function compare(world: World, clients: Map<string, StockClient>, step: number): Promise<void> {
  await world.sql.query('update markers set step = $1', [step]);
  for (const [user, client] of clients) {
    await client.until<{ step: number }>('select step from markers', ([row]) => row?.step === step);
    const rows = await client.db.getAll('select id, title, body, owner, room from posts order by id');
    expect(rows, `${user} after step ${step}`).toEqual(await oracle(world.sql, user));
  }
}

test.each(process.env['TEST_ALL'] === '1' ? [11, 2026] : [2026])(
  'clients hold exactly the rows of the rules after a random workload (seed %i)',
  async (seed) => {
    const world = await worlds.start(rooms);
    await world.sql.query('alter table posts alter column body set storage external');
    const random = randomFrom(seed);
    const clients = new Map<string, StockClient>();
    for (const user of ['u0', 'u1']) {
      const client = new StockClient(world, roomsSchema, { user });
      clients.set(user, client);
      await client.connect();
    }
    for (let step = 1; step <= steps; step++) {
      await world.sql.query(randomStep(random));
      if (step === steps / 2) await world.restartSync();
      if (step % 97 === 0) world.sync?.faults.set({ cut: true });
      if (step % 40 === 0) await compare(world, clients, step);
    }
  },
);
