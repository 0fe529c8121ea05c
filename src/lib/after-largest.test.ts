import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterLargest } from './after-largest.ts';

type Notify = (list: { getEntries(): { startTime: number }[] }) => void;

/** Active performance observers. */
const listeners = new Set<Notify>();

class FakeObserver {
  static supportedEntryTypes = ['largest-contentful-paint'];
  readonly #notify: Notify;
  constructor(notify: Notify) {
    this.#notify = notify;
  }
  observe = () => void listeners.add(this.#notify);
  disconnect = () => void listeners.delete(this.#notify);
}

const show = (startTime: number) => listeners.forEach((notify) => notify({ getEntries: () => [{ startTime }] }));

beforeEach(() => {
  listeners.clear();
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', FakeObserver);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('waits for a later, larger paint and then disconnects its observer', async () => {
  const over = vi.fn();
  const waiting = afterLargest(500).then(over);
  show(400);
  await vi.advanceTimersByTimeAsync(0);
  expect(over).not.toHaveBeenCalled();
  show(600);
  await waiting;
  expect(listeners.size).toBe(0);
});

test('stops waiting after the time limit and disconnects its observer', async () => {
  const waiting = afterLargest(500);
  expect(listeners.size).toBe(1);
  await vi.advanceTimersByTimeAsync(300);
  await waiting;
  expect(listeners.size).toBe(0);
});

test('resolves at once where the browser does not report largest-contentful-paint', async () => {
  vi.stubGlobal(
    'PerformanceObserver',
    class extends FakeObserver {
      static override supportedEntryTypes: string[] = [];
    },
  );
  await afterLargest(500);
  expect(listeners.size).toBe(0);
});
