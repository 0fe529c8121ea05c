import { expect, test, vi } from 'vitest';
import { watchWorker } from './worker-watch.ts';

const never = () => new Promise<never>(() => {});

test('a worker that answers, or refuses, lives', async () => {
  const onDead = vi.fn();
  for (const ping of [async () => {}, () => Promise.reject(new Error('no'))]) {
    const watch = watchWorker({ ping, isVisible: () => true, onDead, patienceMs: 20 });
    await watch.check();
    watch.stop();
  }
  expect(onDead).not.toHaveBeenCalled();
});

test('one that stays silent twice is dead, and said so once', async () => {
  const onDead = vi.fn();
  const watch = watchWorker({ ping: never, isVisible: () => true, onDead, patienceMs: 5 });
  await Promise.all([watch.check(), watch.check()]);
  await watch.check();
  expect(onDead).toHaveBeenCalledTimes(1);
});

test('one missed answer after a freeze is forgiven', async () => {
  const onDead = vi.fn();
  const ping = vi.fn(async () => {}).mockImplementationOnce(never);
  const watch = watchWorker({ ping, isVisible: () => true, onDead, patienceMs: 5 });
  await watch.check();
  watch.stop();
  expect(ping).toHaveBeenCalledTimes(2);
  expect(onDead).not.toHaveBeenCalled();
});

test('nobody asks for a page that is not seen', async () => {
  vi.useFakeTimers();
  const ping = vi.fn(async () => {});
  const watch = watchWorker({ ping, isVisible: () => false, onDead() {}, everyMs: 10 });
  vi.advanceTimersByTime(100);
  watch.stop();
  vi.useRealTimers();
  expect(ping).not.toHaveBeenCalled();
});
