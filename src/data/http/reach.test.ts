import { afterEach, expect, test, vi } from 'vitest';
import { isReachable } from './reach.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    'a page of a captive portal',
    async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    false,
  ],
  [
    'a page of the proxy of the server',
    async () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    true,
  ],
  ['an error of the server', async () => Response.json({ error: 'busy' }, { status: 503 }), true],
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), false],
] as const)('%s', async (_, answer, expected) => {
  vi.stubGlobal('fetch', answer);
  expect(await isReachable('https://sync.example')).toBe(expected);
});
