import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileCsaeReport } from '../media/csae-report.ts';
import { callFunction } from './functions.ts';

/** What the server receives and answers. */
const server = (answer: () => Response | Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(async () => answer());
  vi.stubGlobal('fetch', fetched);
  return { request: () => ({ url: fetched.mock.lastCall![0] as string, init: fetched.mock.lastCall![1]! }) };
};
const html = (status = 200) =>
  new Response('<html>Log in</html>', { status, headers: { 'content-type': 'text/html' } });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => vi.stubGlobal('location', { origin: 'https://app.example' }));
afterEach(() => vi.unstubAllGlobals());

test('a function is called at its path with the token of the caller', async () => {
  const { request } = server(() => Response.json({ url: 'https://pay.example' }));
  expect(await callFunction('some-function', { a: 1 }, async () => 'token')).toEqual({
    ok: true,
    body: { url: 'https://pay.example' },
  });
  const { url, init } = request();
  expect(url).toBe('https://app.example/functions/v1/some-function');
  expect(init).toMatchObject({ method: 'POST', body: '{"a":1}', redirect: 'error' });
  const headers = new Headers(init.headers);
  expect(headers.get('authorization')).toBe('Bearer token');
  expect(headers.get('apikey')).toBe('sb_publishable_rangeday_local');
});

test('a rejection by a function has its status and body', async () => {
  server(() => Response.json({ error: 'Too often.' }, { status: 429 }));
  expect(await callFunction('some-function', {})).toEqual({ ok: false, status: 429, body: { error: 'Too often.' } });
});

test.each([
  ['no network', offline],
  ['a captive portal', () => html()],
  ['the page of a portal with its own status', () => html(511)],
  ['broken JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
])('%s is no answer of a function', async (_, answer) => {
  server(answer);
  expect(await callFunction('some-function', {})).toEqual({ ok: false, status: 0, body: null });
});

test('a function that fails has answered, also with a page of its proxy', async () => {
  server(() => html(502));
  expect(await callFunction('some-function', {})).toMatchObject({ ok: false, status: 502 });
});

const report = {
  ...{ id: 'r1', post_url: 'https://app.example/posts/1', victim_username: null, description: 'What happened' },
  ...{ reporter_email: null, storage_paths: [] },
};
const tokens = async (refused?: string) => (refused === 'old' ? 'new' : 'old');

test.each([
  ['filed', () => new Response(null, { status: 201 }), { kind: 'done' }],
  [
    'filed by an earlier attempt',
    () => Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 }),
    { kind: 'done' },
  ],
  [
    'refused',
    () => Response.json({ code: '42501', message: 'No.' }, { status: 403 }),
    { kind: 'refused', message: 'No.' },
  ],
  ['too many', () => Response.json({ code: 'PT429' }, { status: 429 }), { kind: 'later' }],
  ['a new token that is refused too', () => Response.json({ code: 'PGRST303' }, { status: 401 }), { kind: 'later' }],
  ['a captive portal', () => html(), { kind: 'later' }],
  ['no network', offline, { kind: 'later' }],
])('a report: %s', async (name, answer, expected) => {
  const { request } = server(answer);
  expect(await fileCsaeReport(report, tokens)).toEqual(expected);
  const { url, init } = request();
  expect(url).toBe('https://app.example/rest/v1/csae_reports');
  expect(JSON.parse(init.body as string)).toEqual(report);
  expect(new Headers(init.headers).get('authorization')).toBe(name.includes('token') ? 'Bearer new' : 'Bearer old');
});
