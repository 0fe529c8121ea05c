import { expect, test } from 'vitest';
import { RawStream } from './support/raw-client.ts';
import { rooms } from './support/rooms.ts';
import type { World } from './support/world.ts';
import { memberToken, serviceRoleKey, useWorlds } from './support/world.ts';

const worlds = useWorlds();

async function faults(world: World, body?: unknown, key = serviceRoleKey): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${world.url}/_dev/faults`, {
    headers: { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const off = { holdCheckpoints: false, delayMs: 0, refuseWrites: false, expireTokens: false, offline: false };

test('reads and merges switches with the service role key', async () => {
  const world = await worlds.start(rooms);
  expect(await faults(world)).toEqual({ status: 200, body: off });
  expect(await faults(world, { refuseWrites: 503 })).toEqual({ status: 200, body: { ...off, refuseWrites: 503 } });
  expect(await faults(world, { offline: true })).toMatchObject({ body: { refuseWrites: 503, offline: true } });
});

const nonsense: [string, unknown, number][] = [
  ['an unknown key', { explode: true }, 400],
  ['a wrong type', { delayMs: '5' }, 400],
  ['a negative delay', { delayMs: -1 }, 400],
  ['a status that is no refusal', { refuseWrites: 200 }, 400],
  ['no JSON', '{', 400],
];

test('rejects invalid switches and keeps the current ones', async () => {
  const world = await worlds.start(rooms);
  for (const [name, body, status] of nonsense) expect((await faults(world, body)).status, name).toBe(status);
  expect((await faults(world)).body).toEqual(off);
});

test('rejects any other key', async () => {
  const world = await worlds.start(rooms);
  expect((await faults(world, { offline: true }, 'wrong')).status).toBe(401);
});

test('sends held checkpoints only after their release', async () => {
  const world = await worlds.start({ ...rooms, limits: { keepaliveMs: 20 } });
  const raw = await RawStream.open(world, await memberToken('u1'));
  await raw.complete();
  const lines = raw.lines.length;
  await faults(world, { holdCheckpoints: true });
  for (let n = 1; n <= 3; n++) await world.sql.query('update markers set step = $1', [n]);
  await raw.next('token_expires_in');
  await raw.next('token_expires_in');
  expect(raw.lines.slice(lines).filter((line) => 'checkpoint_diff' in line)).toEqual([]);
  await faults(world, { holdCheckpoints: false });
  // One diff unless replication itself was slower than the hold.
  for (;;) {
    const [bucket] = (await raw.next('checkpoint_diff')).updated_buckets;
    if (bucket.count === 4) break;
  }
});

test('cut ends open streams once; the next connection succeeds', async () => {
  const world = await worlds.start(rooms);
  const raw = await RawStream.open(world, await memberToken('u1'));
  await raw.complete();
  await faults(world, { cut: true });
  await raw.end();
  await (await RawStream.open(world, await memberToken('u1'))).complete();
});

test('ends open streams with token_expires_in 0 and rejects expired tokens', async () => {
  const world = await worlds.start(rooms);
  const raw = await RawStream.open(world, await memberToken('u1'));
  await raw.complete();
  await faults(world, { expireTokens: true });
  await raw.end();
  expect(raw.lines.at(-1)).toEqual({ token_expires_in: 0 });
  const refused = await RawStream.open(world, await memberToken('u1'));
  await refused.end();
  expect(refused.lines).toMatchObject([{ error: { code: 'PSYNC_S2103' } }]);
});

test('delays checkpoint lines by the given time', async () => {
  const world = await worlds.start(rooms);
  await faults(world, { delayMs: 150 });
  const started = performance.now();
  await (await RawStream.open(world, await memberToken('u1'))).complete();
  expect(performance.now() - started).toBeGreaterThan(140);
});
