import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPatiently } from './app-files.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => new Response('whole'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file is loaded as a whole in the end although what is tried instead fails each time', async () => {
  const instead = vi.fn(() => Promise.reject(new TypeError('cut')));
  const loading = loadPatiently('/a.js', { hasParts: false, instead });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(instead).toHaveBeenCalledTimes(4);
  expect(await (await loading).text()).toBe('whole');
});

test('what is tried instead is used as soon as it succeeds', async () => {
  const instead = vi.fn(async () => new Response('made')).mockRejectedValueOnce(new TypeError('cut'));
  const loading = loadPatiently('/a.js', { hasParts: false, instead });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await loading).text()).toBe('made');
});
