import { expect, test, vi } from 'vitest';
import { createWorkerCheck } from './worker-check.ts';

const never = () => new Promise<never>(() => {});
const running = new AbortController().signal;
const createCheck = (ping: () => Promise<unknown>, onDead: () => void) =>
  createWorkerCheck({ ping, onDead, patienceMs: 5 });

test('a worker that replies, even with an error, is alive', async () => {
  const onDead = vi.fn();
  for (const ping of [async () => {}, () => Promise.reject(new Error('no'))]) {
    await createWorkerCheck({ ping, onDead, patienceMs: 20 }).run(running);
  }
  expect(onDead).not.toHaveBeenCalled();
});

test('a worker that misses two pings is dead, and reported once', async () => {
  const onDead = vi.fn();
  const ping = vi.fn(never);
  const check = createCheck(ping, onDead);
  await check.run(running);
  expect(ping).toHaveBeenCalledTimes(2);
  await check.run(running);
  expect(onDead).toHaveBeenCalledTimes(1);
  expect(ping).toHaveBeenCalledTimes(2);
  expect(check.everyMs()).toBe(Infinity);
});

test('one missed ping after a freeze of the page is forgiven', async () => {
  const onDead = vi.fn();
  const ping = vi.fn(async () => {}).mockImplementationOnce(never);
  await createCheck(ping, onDead).run(running);
  expect(ping).toHaveBeenCalledTimes(2);
  expect(onDead).not.toHaveBeenCalled();
});

test('nothing is reported after the heartbeat has stopped', async () => {
  const onDead = vi.fn();
  const heartbeat = new AbortController();
  const run = createCheck(never, onDead).run(heartbeat.signal);
  heartbeat.abort();
  await run;
  expect(onDead).not.toHaveBeenCalled();
});
