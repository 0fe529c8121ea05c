import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from './support/rooms.ts';
import { useWorlds } from './support/world.ts';
import type { World } from './support/world.ts';

const worlds = useWorlds();
const migration = join(import.meta.dirname, '../../supabase/migrations/20261129000600_sync_lag.sql');

interface Lag {
  bytes: number;
  seconds: number;
  checkpoint_age_seconds: number | null;
}

const lagOf = async (world: World): Promise<Lag | null> =>
  (await world.sql.query<{ lag: Lag | null }>('select public.sync_lag() as lag')).rows[0]?.lag ?? null;

test('the database reports how far sync is behind, and when nothing reads its changes', async () => {
  // Slots belong to the whole server, roles too.
  const roles = ['anon', 'authenticated', 'service_role']
    .map((name) => `do $$ begin create role ${name}; exception when duplicate_object then null; end $$;`)
    .join('\n');
  const world = await worlds.start({ ...rooms, schema: `${rooms.schema} ${roles} ${readFileSync(migration, 'utf8')}` });
  await world.sql.query(`insert into posts values ('p', 't', 'b', 'u1', null)`);
  // Postgres itself writes a little WAL, which is confirmed some seconds later.
  await expect.poll(async () => (await lagOf(world))?.bytes).toBeLessThan(10_000);
  expect((await lagOf(world))?.seconds).toBeLessThan(10);
  expect((await lagOf(world))?.checkpoint_age_seconds).toBeLessThan(60);

  await world.stopSync();
  // The slot of the embedded backend ends with its connection.
  await expect.poll(() => lagOf(world)).toBeNull();

  // That of the service stays.
  await world.sql.query(`select pg_create_logical_replication_slot('powersync_1_test', 'pgoutput')`);
  await world.sql.query(
    `insert into posts select 'x' || n, repeat('t', 1000), 'b', 'u1', null from generate_series(1, 100) n`,
  );
  expect(await lagOf(world)).toMatchObject({ bytes: expect.any(Number), checkpoint_age_seconds: null });
  expect((await lagOf(world))?.bytes).toBeGreaterThan(100_000);
  await world.sql.query(`select pg_drop_replication_slot('powersync_1_test')`);
});
