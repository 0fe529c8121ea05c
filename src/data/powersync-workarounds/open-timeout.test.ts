import type { CommonPowerSyncDatabase } from '@powersync/common';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWithTimeout, OpenTimeout } from './open-timeout.ts';

const ended: string[] = [];
class FakeWorker {
  readonly #name: string;
  constructor(_url: string, { name }: { name: string }) {
    this.#name = name;
  }
  terminate(): void {
    ended.push(this.#name);
  }
}

beforeEach(() => {
  ended.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = (name: string) => new Worker('/worker.js', { name });

/** A database that starts a worker, and opens when `init` resolves. Cast: only what the function under test uses. */
function database(init: () => Promise<void>) {
  start('of the file');
  return { init, close: () => new Promise(() => {}) } as unknown as CommonPowerSyncDatabase & {
    init(): Promise<void>;
  };
}

test('a database that does not open in time ends its worker, which would keep its locks, and no other one', async () => {
  start('earlier');
  const opening = openWithTimeout(() => database(() => new Promise(() => {})));
  start('later');
  const outcome = expect(opening).rejects.toThrow(OpenTimeout);
  await vi.advanceTimersByTimeAsync(8000);
  await outcome;
  expect(ended).toEqual(['of the file']);
  expect(globalThis.Worker).toBe(FakeWorker);
});

test('a database that opens, or fails at once, keeps its worker', async () => {
  await openWithTimeout(() => database(async () => {}));
  await expect(openWithTimeout(() => database(() => Promise.reject(new Error('damaged'))))).rejects.toThrow('damaged');
  await vi.advanceTimersByTimeAsync(8000);
  expect(ended).toEqual([]);
});
