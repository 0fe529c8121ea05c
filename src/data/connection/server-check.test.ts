import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';
import { createServerCheck } from './server-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that can stop answering, and what the check reported about it. */
function setUp() {
  const reported: string[] = [];
  const world = { answers: true, online: true, visible: true, asked: 0 };
  const server = createServerCheck({
    ask: () => {
      world.asked += 1;
      return world.answers ? Promise.resolve() : Promise.reject(new TypeError('nobody'));
    },
    isOnline: () => world.online,
    onSilence: () => reported.push('silence'),
    onAnswer: () => reported.push('answer'),
  });
  return { reported, world, server, heartbeat: createHeartbeat({ server }, () => world.visible) };
}

test('a silently lost connection is detected, and its return soon after', async () => {
  const { reported, world, server, heartbeat } = setUp();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reported).toEqual([]);
  world.answers = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reported).toEqual(['silence']);
  expect(server.isSilent).toBe(true);
  // It has set the status to offline, and still asks.
  world.online = false;
  world.answers = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(reported).toEqual(['silence', 'answer']);
  heartbeat.stop();
});

test('no request is sent while offline or hidden, except on demand', async () => {
  const { reported, world, heartbeat } = setUp();
  world.online = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.asked).toBe(0);
  world.online = true;
  world.visible = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.asked).toBe(0);
  world.answers = false;
  heartbeat.check('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(['silence']);
  heartbeat.stop();
  world.answers = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(['silence']);
});
