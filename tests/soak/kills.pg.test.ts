// oxlint-disable-next-line rangeday/no-sleep -- the pace of the load; assertions wait for rows
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReplica } from '#data/replica/replica.ts';
import { Backend } from '../offline/support/backend.ts';
import { Device } from '../offline/support/device.ts';
import { replicaRows, visibleRows } from './support/visible-rows.ts';

/** How often each part is killed. */
const ROUNDS = process.env['TEST_ALL'] === '1' ? 5 : 1;
const DEVICES = 3;
/** Between two posts of the load. */
const PACE_MS = 60;
/** Per kill: few enough that most posts are on the pages that `visibleRows` compares. */
const POSTS_PER_KILL = Math.min(12, Math.floor(180 / (ROUNDS * 4)));
const POSTS_AT_ONCE = Math.floor(POSTS_PER_KILL / 2);
const RECOVERY_MS = 60_000;

let backend: Backend;
const devices: Device[] = [];

beforeAll(async () => {
  backend = await Backend.create();
  await backend.db.query('update private.rate_limits set max_count = 1000000');
  for (let count = 0; count < DEVICES; count += 1) {
    devices.push(await new Device(backend, await backend.newMember()).open());
  }
});
afterAll(async () => {
  publishReplica(null);
  await Promise.all(devices.map((device) => device.close()));
  await backend?.destroy();
});

const KILLS: Readonly<Record<string, () => Promise<void>>> = {
  /** All of Postgres, at once and without a checkpoint. The supervisor stops, and its next start replays the WAL. */
  async postmaster() {
    await backend.killPostgres();
    await backend.start();
  },
  /** Postgres ends all its sessions and starts again from the WAL. Gateway and sync server keep running. */
  async session() {
    const { rows } = await backend.db.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'rest' limit 1`,
    );
    // Until Postgres notices, it accepts connections, which it then ends.
    const noticed = new Promise((resolve) => backend.db.once('end', resolve));
    process.kill(rows[0]!.pid, 'SIGKILL');
    await noticed;
    await backend.reconnect();
  },
  /** The sync server loses its streams, its replication and its sessions. */
  async sync() {
    await backend.setFaults({ cut: true });
    await backend.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'embedded_sync'`,
    );
  },
  /** The whole process: gateway, API and sync server. */
  async gateway() {
    await backend.kill();
    await backend.start();
  },
};

test(
  'killed in turn under load, Postgres, sync server and gateway lose no write, and all devices are equal',
  { timeout: ROUNDS * 3 * RECOVERY_MS + 2 * RECOVERY_MS },
  async () => {
    const written = new Map(devices.map((device) => [device, [] as string[]]));
    let isOver = false;
    let allowed = 10;
    const load = (async () => {
      for (let count = 0; !isOver; count += 1) {
        while (count >= allowed && !isOver) await pause(PACE_MS);
        if (isOver) return;
        const device = devices[count % devices.length]!;
        const title = `Post ${count}`;
        await device.post(title);
        written.get(device)!.push(title);
        await pause(PACE_MS);
      }
    })();
    const arrived = async (titles: readonly (string | undefined)[]): Promise<boolean> => {
      const found = await backend.db
        .query('select 1 from public.posts where title = any($1)', [titles])
        .catch(() => undefined);
      // Postgres can end a connection again that it has accepted after a crash.
      if (!found) await backend.reconnect();
      return found?.rows.length === titles.length;
    };

    try {
      await expect.poll(() => arrived(['Post 5']), { timeout: RECOVERY_MS }).toBe(true);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [part, kill] of Object.entries(KILLS)) {
          allowed += POSTS_AT_ONCE;
          await kill();
          // Written after the kill, by every device.
          const next = devices.map((device) => written.get(device)!.length);
          allowed += POSTS_PER_KILL - POSTS_AT_ONCE;
          await expect
            .poll(
              async () => {
                for (const device of devices) device.flush();
                return arrived(devices.map((device, at) => written.get(device)![next[at]!]));
              },
              { timeout: RECOVERY_MS, message: `writes continue after the kill of ${part}` },
            )
            .toBe(true);
        }
      }
    } finally {
      isOver = true;
      await load;
    }

    for (const device of devices) {
      await device.settled();
      expect(await device.outbox()).toEqual([]);
      expect((await backend.titlesBy(device.userId)).toSorted()).toEqual(written.get(device)!.toSorted());
    }
    const posts = [...written.values()].flat().length;
    expect(posts).toBeLessThan(200);
    for (const device of devices) {
      const differing = async () => {
        // Read again each time: the server may still be changing them, for example the pages of the feed.
        const [expected, held] = [await visibleRows(backend.db, device.userId), await replicaRows(device.db)];
        return Object.keys(expected).filter((table) => JSON.stringify(expected[table]) !== JSON.stringify(held[table]));
      };
      await expect.poll(differing, { timeout: RECOVERY_MS }).toEqual([]);
      expect(await replicaRows(device.db)).toEqual(await visibleRows(backend.db, device.userId));
    }
    const calls = devices.reduce((sum, { sent }) => sum + sent.length, 0);
    console.info(`${posts} posts, ${calls} calls`);
  },
);
