// oxlint-disable-next-line rangeday/no-sleep -- the pace of the members, and of comparisons of whole replicas, which no event announces
import { setTimeout as pause } from 'node:timers/promises';
import type { LogRecord } from '@powersync/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReplica } from '#data/replica/replica.ts';
import { Backend } from '../offline/support/backend.ts';
import { Device } from '../offline/support/device.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { runRandomAction, pick } from './support/random-action.ts';
import { replicaRows, visibleRows } from './support/visible-rows.ts';

const { TEST_ALL, SOAK_MINUTES, SOAK_SEED } = process.env;
/**
 * A fixed number of steps with a fixed seed. `npm test -- --all` runs for a time with a new seed, SOAK_MINUTES sets
 * that time, and SOAK_SEED repeats the actions and faults, but not their timing.
 */
const isTimed = TEST_ALL === '1' || SOAK_MINUTES !== undefined;
const seconds = SOAK_MINUTES === undefined ? 45 : Number(SOAK_MINUTES) * 60;
const steps = isTimed ? Infinity : 60;
const seed = Number(SOAK_SEED ?? (isTimed ? Date.now() % 1_000_000 : 20_261_121));
const RECOVERY_MS = 120_000;

let backend: Backend;
const devices: Device[] = [];
const logged: string[] = [];

beforeAll(async () => {
  backend = await Backend.create();
  // Rate limits have their own tests.
  await backend.db.query('update private.rate_limits set max_count = 1000000');
  const logger = {
    log: ({ message, error }: LogRecord) =>
      void logged.push(`${message} ${error instanceof Error ? error.message : ''}`),
  };
  for (const name of ['ann', 'bob', 'cy']) {
    const id = await backend.newMember();
    await backend.db.query('update public.profiles set username = $2 where id = $1', [id, name]);
    devices.push(await new Device(backend, id, { logger }).open());
  }
});
afterAll(async () => {
  publishReplica(null);
  await Promise.all(devices.map((device) => device.close()));
  await backend?.destroy();
});

/** Faults around the devices. Each ends automatically or in `recover`. */
const FAULTS: ((device: Device, random: Random) => Promise<unknown>)[] = [
  (device) => device.db.disconnect(),
  (device) => device.db.disconnect(),
  async (device) => device.connect(),
  async (device) => device.connect(),
  async (device) => (await device.close(), device.open()),
  // A network partition: every call fails until the partition ends.
  async (device) => void (device.interfere = async () => ({ kind: 'retry', reason: 'timeout' })),
  // Writes arrive, their answers are lost.
  async (device) =>
    void (device.interfere = async (send, batch) => (await send(batch), { kind: 'retry', reason: 'offline' })),
  async (device) => void (device.interfere = (send, batch) => send(batch)),
  async (device) => void (device.interfere = (send, batch) => send(batch)),
  (_, random) => backend.setFaults({ holdCheckpoints: random(2) === 0 }),
  () => backend.setFaults({ cut: true }),
  (_, random) => backend.setFaults({ refuseWrites: random(2) === 0 ? 503 : false }),
  () => backend.setFaults({ refuseWrites: false, holdCheckpoints: false }),
];

async function recover(): Promise<void> {
  await backend.setFaults({ refuseWrites: false, holdCheckpoints: false });
  for (const device of devices) {
    device.interfere = (send, batch) => send(batch);
    device.flush();
    device.connect();
  }
}

test(
  'three devices hold the same rows as Postgres after random actions and faults',
  { timeout: seconds * 1000 + 2 * RECOVERY_MS },
  async () => {
    console.info(`Soak of ${isTimed ? `${seconds} s` : `${steps} steps`}, seed ${seed}`);
    const random = randomFrom(seed);
    const members = devices.map(({ userId }) => userId);
    const end = isTimed ? performance.now() + seconds * 1000 : Infinity;
    let actions = 0;
    for (let step = 1; step <= steps && performance.now() < end; step += 1) {
      const device = pick(random, devices)!;
      await runRandomAction(
        device,
        members.filter((id) => id !== device.userId),
        random,
      );
      actions += 1;
      if (random(6) === 0) await pick(random, FAULTS)!(pick(random, devices)!, random);
      // The whole backend stops and starts again: once early, then every 400 steps.
      if (step === 40 || step % 400 === 0) {
        await backend.stop();
        await runRandomAction(device, members, random).catch(() => {});
        await backend.start();
      }
      await pause(random(60));
    }

    await recover();
    let compared = 0;
    for (const device of devices) {
      const deadline = performance.now() + RECOVERY_MS;
      for (;;) {
        const expected = await visibleRows(backend.db, device.userId);
        const replica = await replicaRows(device.db);
        const outbox = await device.outbox();
        const isSettled = outbox.every(({ state }) => state === 'refused');
        const isSame = JSON.stringify(replica) === JSON.stringify(expected);
        if (isSettled && isSame) {
          compared += Object.values(expected).flat().length;
          break;
        }
        if (performance.now() > deadline) {
          expect(outbox.filter(({ state }) => state !== 'refused')).toEqual([]);
          expect(replica).toEqual(expected);
        }
        await pause(250);
      }
    }
    const calls = devices.reduce((sum, { sent }) => sum + sent.length, 0);
    console.info(`${actions} actions, ${calls} calls, ${compared} rows compared`);
    expect(compared).toBeGreaterThan(actions / 4);
    expect(actions).toBeGreaterThan(20);
    expect(logged.filter((line) => /checksums? didn.t match|checksum mismatch/i.test(line))).toEqual([]);
  },
);
