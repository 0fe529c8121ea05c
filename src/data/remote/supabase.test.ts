import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileCsaeReport, uploadReportFile } from './csae-report.ts';
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

test('a function is called at its path with the given token', async () => {
  const { request } = server(() => Response.json({ url: 'https://pay.example' }));
  expect(await callFunction('some-function', { a: 1 }, 'token')).toEqual({
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
  ['a proxy’s error page', () => html(502)],
  ['broken JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
])('%s is no answer of a function', async (_, answer) => {
  server(answer);
  expect(await callFunction('some-function', {})).toEqual({ ok: false, status: 0, body: null });
});

const file = new File(['bytes'], 'my garden.jpg', { type: 'image/jpeg' });

test('evidence is uploaded without the name that the file has on the device', async () => {
  const { request } = server(() => Response.json({ Id: '1', Key: 'k' }));
  expect(await uploadReportFile('report/01.jpg', file)).toEqual({ ok: true });
  const { url, init } = request();
  expect(url).toBe('https://app.example/storage/v1/object/csae-report-files/report/01.jpg');
  expect(new Headers(init.headers).get('x-upsert')).toBe('false');
  const sent = [...(init.body as FormData).values()].find((value) => value instanceof File)!;
  expect([sent.type, await sent.text()]).toEqual(['image/jpeg', 'bytes']);
  expect(sent.name).not.toContain('garden');
});

test.each([
  [409, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }],
  [400, { statusCode: '409', error: 'Duplicate', message: 'There' }],
  [400, { message: 'The resource already exists' }],
])('a file that an earlier attempt uploaded counts as uploaded: %i %j', async (status, body) => {
  server(() => Response.json(body, { status }));
  expect(await uploadReportFile('report/01.jpg', file)).toEqual({ ok: true });
});

test.each([
  ['storage’s message', () => Response.json({ message: 'Bucket not found' }, { status: 404 }), 'Bucket not found'],
  ['an error alone', () => Response.json({ error: 'Bucket not found' }, { status: 400 }), 'Bucket not found'],
  ['no network', offline, ''],
  ['a captive portal', () => html(), ''],
])('a failed upload: %s', async (_, answer, message) => {
  server(answer);
  expect(await uploadReportFile('report/01.jpg', file)).toEqual({ ok: false, message });
});

const report = {
  ...{ id: '018f0000-0000-7000-8000-0000000000aa', post_url: 'https://app.example/posts/1', victim_username: '' },
  ...{ description: 'What happened', reporter_email: '', storage_paths: [] },
};

test.each([
  ['filed', () => new Response(null, { status: 201 }), { ok: true }],
  [
    'filed by an earlier attempt',
    () => Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 }),
    { ok: true },
  ],
  ['refused', () => Response.json({ code: '42501', message: 'No.' }, { status: 403 }), { ok: false, message: 'No.' }],
  ['a captive portal', () => html(), { ok: false, message: expect.any(String) as string }],
])('a report: %s', async (_, answer, expected) => {
  const { request } = server(answer);
  expect(await fileCsaeReport(report)).toEqual(expected);
  expect(request().url).toBe('https://app.example/rest/v1/csae_reports');
  expect(JSON.parse(request().init.body as string)).toEqual(report);
});

test('a report without a network is not filed', async () => {
  server(offline);
  expect(await fileCsaeReport(report)).toMatchObject({ ok: false });
});
