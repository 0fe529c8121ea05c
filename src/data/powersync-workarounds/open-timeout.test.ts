import type { CommonPowerSyncDatabase } from '@powersync/common';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPEN_TIMEOUT_MS, openWithTimeout, OpenTimeout, OWN_WORKER_TIMEOUT_MS } from './open-timeout.ts';

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
  const opening = openWithTimeout(() => database(() => new Promise(() => {})), OPEN_TIMEOUT_MS);
  start('later');
  const outcome = expect(opening).rejects.toThrow(OpenTimeout);
  await vi.advanceTimersByTimeAsync(8000);
  await outcome;
  expect(ended).toEqual(['of the file']);
  expect(globalThis.Worker).toBe(FakeWorker);
});

test('a file that only this page uses may take three times as long before its worker is ended', async () => {
  const slow = (ms: number) => () => database(() => new Promise((resolve) => setTimeout(resolve, ms)));
  const opened = openWithTimeout(slow(23_000), OWN_WORKER_TIMEOUT_MS);
  await vi.advanceTimersByTimeAsync(23_000);
  await opened;
  const late = expect(openWithTimeout(slow(25_000), OWN_WORKER_TIMEOUT_MS)).rejects.toThrow(OpenTimeout);
  await vi.advanceTimersByTimeAsync(24_000);
  await late;
  expect(ended).toEqual(['of the file']);
});

test('a database that opens, or fails at once, keeps its worker', async () => {
  await openWithTimeout(() => database(async () => {}), OPEN_TIMEOUT_MS);
  await expect(
    openWithTimeout(() => database(() => Promise.reject(new Error('damaged'))), OPEN_TIMEOUT_MS),
  ).rejects.toThrow('damaged');
  await vi.advanceTimersByTimeAsync(8000);
  expect(ended).toEqual([]);
});
