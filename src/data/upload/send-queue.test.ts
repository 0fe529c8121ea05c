import { expect, test, vi } from 'vitest';
import { CRUD_VERSION } from '#contract/crud-versions.ts';
import type { CrudBatch } from '#contract/crud.ts';
import { sendBatch } from './send-queue.ts';

const batch: CrudBatch = { v: CRUD_VERSION, actions: [] };
const options = { supabaseUrl: 'http://host', publishableKey: 'key', accessToken: 'token' };
const postOf = (bytes: number): CrudBatch => {
  const id = '018f0000-0000-7000-8000-0000000000aa';
  const ops = [{ op: 'PUT' as const, table: 'posts', id, data: { title: 'x'.repeat(bytes) } }];
  return { v: CRUD_VERSION, actions: [{ action_id: id, created_at: '2026-11-21T10:00:00Z', ops }] };
};
const answering = (body: string, init?: ResponseInit) => ({ ...options, fetch: async () => new Response(body, init) });

test('calls the function with key and token, and never follows a redirect', async () => {
  let seen: Request | undefined;
  let redirect: string | undefined;
  const outcome = await sendBatch(batch, {
    ...options,
    fetch: async (input, init) => {
      seen = new Request(input, init);
      redirect = init?.redirect;
      return Response.json({ marker: 'apply_crud', results: [] });
    },
  });
  expect(outcome).toEqual({ kind: 'answer', results: [] });
  expect(seen?.url).toBe('http://host/rest/v1/rpc/apply_crud');
  expect(seen?.headers.get('authorization')).toBe('Bearer token');
  expect(await seen?.json()).toEqual({ batch });
  expect(redirect).toBe('manual');
});

test('the page of a captive portal is not a success', async () => {
  const page = answering('<html>Welcome to the airport</html>', { headers: { 'content-type': 'text/html' } });
  expect(await sendBatch(batch, page)).toEqual({ kind: 'retry', reason: 'portal' });
});

test('no network', async () => {
  const offline = { ...options, fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
  expect(await sendBatch(batch, offline)).toEqual({ kind: 'retry', reason: 'offline' });
});

test('a request without an answer ends with the timeout', async () => {
  const blackHole: typeof fetch = (_input, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
  expect(await sendBatch(batch, { ...options, fetch: blackHole, timeoutMs: 20 })).toEqual({
    kind: 'retry',
    reason: 'timeout',
  });
});

test.each([
  [1, 15_000],
  [60_000, 45_000],
  [200_000, 60_000],
])('a request with %i bytes that the network swallows holds the queue for %i ms', async (bytes, ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const swallowed: typeof fetch = (_input, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
  const ended = vi.fn();
  void sendBatch(postOf(bytes), { ...options, fetch: swallowed }).then(ended);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toHaveBeenCalledWith({ kind: 'retry', reason: 'timeout' });
  vi.useRealTimers();
});

test.each([
  [1, true],
  [60_000, false],
])('a page that goes leaves %i bytes to the browser: %s', async (bytes, expected) => {
  let keepalive: boolean | undefined;
  await sendBatch(postOf(bytes), {
    ...options,
    keepalive: true,
    fetch: async (_, init) => ((keepalive = init?.keepalive), new Response('{}')),
  });
  expect(keepalive).toBe(expected);
});
