import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitedFetch, postJson } from './request.ts';

const backend = { supabaseUrl: 'http://host', publishableKey: 'key' };
const never: typeof fetch = (_input, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
const stubFetch = (fetched: typeof fetch) => vi.stubGlobal('fetch', vi.fn(fetched));
const lastInit = () => vi.mocked(fetch).mock.lastCall![1]!;
const post = (options = {}) => postJson('/path', { a: 1 }, { backend, timeoutMs: 1000, ...options });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('posts JSON with the key and, if given, the member’s token', async () => {
  stubFetch(async () => Response.json({ b: 2 }, { status: 201, headers: { 'retry-after': '7' } }));
  expect(await post()).toEqual({ status: 201, body: { b: 2 }, retryAfter: '7' });
  expect(vi.mocked(fetch).mock.lastCall![0]).toBe('http://host/path');
  expect(lastInit()).toMatchObject({ method: 'POST', body: '{"a":1}', redirect: 'error', cache: 'no-store' });
  expect(lastInit().headers).toMatchObject({ apikey: 'key', authorization: 'Bearer key' });
  await post({ accessToken: 'token' });
  expect(lastInit().headers).toMatchObject({ apikey: 'key', authorization: 'Bearer token' });
});

test('a body that is not JSON is undefined', async () => {
  stubFetch(async () => new Response('<html>Welcome to the airport</html>'));
  expect(await post()).toMatchObject({ status: 200, body: undefined });
});

test('throws without a network, after the timeout, and when aborted', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(post()).rejects.toThrow('Failed to fetch');
  stubFetch(never);
  const late = expect(post()).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(1000);
  await late;
  const leaving = new AbortController();
  const aborted = expect(post({ signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
  leaving.abort();
  await aborted;
});

test('a body that stalls is limited too', async () => {
  stubFetch(async (_input, init) => {
    const cancel = (controller: ReadableStreamDefaultController) =>
      init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
    return new Response(new ReadableStream({ start: cancel }));
  });
  const late = expect(post()).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(1000);
  await late;
});

test('limitedFetch aborts by its own limit per address or by the caller’s signal, and refuses redirects', async () => {
  stubFetch(never);
  const limited = limitedFetch((url) => (url.endsWith('/long') ? 5000 : 1000));
  const short = expect(limited('http://host/short')).rejects.toMatchObject({ name: 'TimeoutError' });
  const long = limited('http://host/long');
  await vi.advanceTimersByTimeAsync(1000);
  await short;
  // The browser's HTTP cache survives a log-out.
  expect(lastInit()).toMatchObject({ redirect: 'error', cache: 'no-store', signal: { aborted: false } });
  const ended = expect(long).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(4000);
  await ended;
  const caller = new AbortController();
  const aborted = expect(limited('http://host', { signal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  caller.abort();
  await aborted;
});
