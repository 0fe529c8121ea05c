import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { measurePart } from './part.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part that does not end becomes a row, and reports that it runs until then', async () => {
  const lines: string[] = [];
  const rows = measurePart(
    'Draining',
    2,
    (line) => lines.push(line),
    () => new Promise(() => {}),
  );
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await rows).toEqual([{ what: 'Draining failed: no result within 2 minutes', value: Number.NaN, unit: '' }]);
  expect(lines[0]).toBe('Draining …');
  expect(lines.filter((line) => line.includes('so far'))).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that fails becomes a row, and one that ends gives its rows', async () => {
  const failed = await measurePart(
    'Latency',
    1,
    () => {},
    () => Promise.reject(new Error('No port.\nat x')),
  );
  expect(failed[0]?.what).toBe('Latency failed: No port.');
  const row = { what: 'bytes', value: 1, unit: 'kB' };
  expect(
    await measurePart(
      'Bytes',
      1,
      () => {},
      async () => [row],
    ),
  ).toEqual([row]);
});
