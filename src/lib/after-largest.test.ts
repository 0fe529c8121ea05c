import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterLargest } from './after-largest.ts';

type Tell = (list: { getEntries(): { startTime: number }[] }) => void;

/** Who listens to the browser now. */
const listeners = new Set<Tell>();

class FakeObserver {
  static supportedEntryTypes = ['largest-contentful-paint'];
  readonly #tell: Tell;
  constructor(tell: Tell) {
    this.#tell = tell;
  }
  observe = () => void listeners.add(this.#tell);
  disconnect = () => void listeners.delete(this.#tell);
}

const show = (startTime: number) => listeners.forEach((tell) => tell({ getEntries: () => [{ startTime }] }));

beforeEach(() => {
  listeners.clear();
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', FakeObserver);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('waits for something larger since, and then listens no more', async () => {
  const over = vi.fn();
  const waiting = afterLargest(500).then(over);
  show(400);
  await vi.advanceTimersByTimeAsync(0);
  expect(over).not.toHaveBeenCalled();
  show(600);
  await waiting;
  expect(listeners.size).toBe(0);
});

test('gives up after a moment, and then listens no more', async () => {
  const waiting = afterLargest(500);
  expect(listeners.size).toBe(1);
  await vi.advanceTimersByTimeAsync(300);
  await waiting;
  expect(listeners.size).toBe(0);
});

test('does not wait where the browser never says so', async () => {
  vi.stubGlobal(
    'PerformanceObserver',
    class extends FakeObserver {
      static override supportedEntryTypes: string[] = [];
    },
  );
  await afterLargest(500);
  expect(listeners.size).toBe(0);
});
