import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartbeat, type HeartbeatCheck } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const every = (ms: number, run: HeartbeatCheck['run'] = async () => {}) => ({ everyMs: () => ms, run: vi.fn(run) });
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('each check runs at its own period, by one timer', async () => {
  const [fast, slow] = [every(2000), every(5000)];
  const heartbeat = createHeartbeat({ fast, slow }, () => true);
  expect(vi.getTimerCount()).toBe(1);
  await seconds(10.1);
  expect([fast.run.mock.calls.length, slow.run.mock.calls.length]).toEqual([5, 2]);
  expect(vi.getTimerCount()).toBe(1);
  heartbeat.stop();
  expect(vi.getTimerCount()).toBe(0);
  await seconds(10);
  expect(fast.run).toHaveBeenCalledTimes(5);
});

test('a hidden page runs only the checks that ask for it, and any on request', async () => {
  const [visible, always] = [every(1000), { ...every(1000), whenHidden: true }];
  let isVisible = false;
  const heartbeat = createHeartbeat({ visible, always }, () => isVisible);
  await seconds(3.1);
  expect([visible.run.mock.calls.length, always.run.mock.calls.length]).toEqual([0, 3]);
  heartbeat.check('visible');
  expect(visible.run).toHaveBeenCalledTimes(1);
  isVisible = true;
  await seconds(1);
  expect(visible.run).toHaveBeenCalledTimes(2);
  heartbeat.stop();
});

test('a check that is not due is skipped, and runs on request', async () => {
  const check = { ...every(1000), isDue: () => false };
  const heartbeat = createHeartbeat({ check }, () => true);
  await seconds(3);
  expect(check.run).not.toHaveBeenCalled();
  heartbeat.check('check');
  expect(check.run).toHaveBeenCalledTimes(1);
  heartbeat.stop();
});

test('a check that is still running is not started again, and its period begins when it ends', async () => {
  let end = () => {};
  const slow = every(1000, () => new Promise((resolve) => (end = resolve)));
  const heartbeat = createHeartbeat({ slow }, () => true);
  await seconds(5);
  heartbeat.check('slow');
  expect(slow.run).toHaveBeenCalledTimes(1);
  end();
  await seconds(0.9);
  expect(slow.run).toHaveBeenCalledTimes(1);
  await seconds(0.1);
  expect(slow.run).toHaveBeenCalledTimes(2);
  heartbeat.stop();
});

test('a check that fails stops neither the others nor its own next runs', async () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  const [bad, good] = [every(1000, () => Promise.reject(new Error('no'))), every(1000)];
  const heartbeat = createHeartbeat({ bad, good }, () => true);
  await seconds(2.1);
  expect([bad.run.mock.calls.length, good.run.mock.calls.length]).toEqual([2, 2]);
  heartbeat.stop();
  debug.mockRestore();
});

test('a check without a period waits for restart, which restarts its time', async () => {
  let period = Infinity;
  const patience = { everyMs: () => period, run: vi.fn(async () => {}) };
  const heartbeat = createHeartbeat({ patience }, () => true);
  await seconds(60);
  period = 6000;
  heartbeat.restart('patience');
  await seconds(5);
  heartbeat.restart('patience');
  await seconds(5);
  expect(patience.run).not.toHaveBeenCalled();
  period = Infinity;
  await seconds(1);
  expect(patience.run).toHaveBeenCalledTimes(1);
  await seconds(60);
  expect(patience.run).toHaveBeenCalledTimes(1);
  heartbeat.stop();
});

test('a check that ends after the stop has an aborted signal', async () => {
  let end = () => {};
  let wasStopped: boolean | undefined;
  const late = every(1000, async (stopped) => {
    await new Promise<void>((resolve) => (end = resolve));
    wasStopped = stopped.aborted;
  });
  const heartbeat = createHeartbeat({ late }, () => true);
  heartbeat.check('late');
  heartbeat.stop();
  end();
  await seconds(0);
  expect(wasStopped).toBe(true);
});
