import { afterEach, expect, test, vi } from 'vitest';
import { createWaker } from './waker.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a pause takes as long as it should when the clock is set back meanwhile', async () => {
  vi.useFakeTimers();
  const until = performance.now() + 1000;
  const over = vi.fn();
  void createWaker()
    .sleepUntil(() => until)
    .then(over);
  vi.setSystemTime(Date.now() - 26 * 3_600_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(over).toHaveBeenCalledOnce();
});
