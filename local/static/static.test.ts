import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createStatic } from './static.ts';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rangeday-static-'));
  const root = join(folder, 'app');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(root, '_headers'), '/*\n  X-Frame-Options: DENY\n/posts/*\n  Vary: User-Agent\n');
  await writeFile(join(root, 'index.html'), '<p>app</p>');
  await writeFile(join(root, 'sw.js'), 'worker');
  await writeFile(join(root, 'manifest.webmanifest'), '{}');
  await writeFile(join(root, '.hidden.txt'), 'hidden');
  await writeFile(join(root, 'assets', 'a-1f2e.js'), 'plain');
  await writeFile(join(root, 'assets', 'a-1f2e.js.br'), 'packed');
  await writeFile(join(root, 'assets', 'db.wasm'), 'wasm');
  const part = await createStatic(root);
  server = createServer((req, res) => void part.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Not fetch, which would resolve `..` before sending. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (res) => {
      let body = '';
      res.on('data', (chunk: Buffer) => (body += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body }));
    });
    req.on('error', reject);
    req.end();
  });
}

const PAGE = { accept: 'text/html,application/xhtml+xml' };

describe('static files', () => {
  it('serves the page for navigations to any screen, and lets no browser keep it', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/posts/7?x=1',
      '/user/jo.hn',
      '/user/sam.js',
      '/user/.sam',
      '/tags/x.css',
    ]) {
      const { status, headers, body } = await ask(path, PAGE);
      expect({ path, status, body }).toEqual({ path, status: 200, body: '<p>app</p>' });
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
      });
    }
  });

  it.each(['/assets/gone-9a9a.js', '/assets/gone', '/old.css', '/logo.png'])(
    'returns 404 for %s, not the page',
    async (path) => {
      const { status, headers, body } = await ask(path, PAGE);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body).not.toContain('app');
    },
  );

  it('serves the page to programs that check a link, and no file above the folder by the address of a screen', async () => {
    expect((await ask('/user/sam.js', { accept: '*/*' })).body).toBe('<p>app</p>');
    expect((await ask('/user/../../secret.txt', PAGE)).body).not.toContain('secret');
    expect((await ask('/user/%2e%2e/%2e%2e/secret.txt', PAGE)).body).not.toContain('secret');
  });

  it('returns 404 if a script requests a path without a file', async () => {
    expect((await ask('/rest/v2', { accept: 'application/json' })).status).toBe(404);
    expect((await ask('/typo', { accept: '*/*', 'sec-fetch-mode': 'cors' })).status).toBe(404);
  });

  it('marks only hashed assets as immutable', async () => {
    expect((await ask('/assets/db.wasm')).headers).toMatchObject({
      'content-type': 'application/wasm',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await ask('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await ask('/manifest.webmanifest')).headers).toMatchObject({
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
    });
  });

  it('sends the compressed file to clients that accept it, with its own etag', async () => {
    const packed = await ask('/assets/a-1f2e.js', { 'accept-encoding': 'gzip, br' });
    expect(packed).toMatchObject({ body: 'packed', headers: { 'content-encoding': 'br', vary: 'accept-encoding' } });
    expect(packed.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const plain = await ask('/assets/a-1f2e.js', { 'accept-encoding': 'br;q=0' });
    expect(plain.body).toBe('plain');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
  });

  it('names every header of the request that its answer differs by', async () => {
    const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    expect((await ask('/members', page)).headers.vary).toBe('accept, sec-fetch-mode, accept-encoding');
    // Under the address of a post, programs that show links get another page.
    expect((await ask('/posts/1', page)).headers.vary).toBe('User-Agent, accept, sec-fetch-mode, accept-encoding');
    // A service worker that has stored it finds it for every request.
    for (const path of ['/', '/index.html']) expect((await ask(path, page)).headers.vary).toBe('accept-encoding');
  });

  it('returns 304 for a matching etag, and only headers for HEAD', async () => {
    const { headers } = await ask('/', PAGE);
    const again = await ask('/', { ...PAGE, 'if-none-match': `W/${headers.etag}` });
    expect(again).toMatchObject({ status: 304, body: '' });
    const head = await ask('/', PAGE, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '10' } });
  });

  it('returns 405 for other methods', async () => {
    expect(await ask('/', PAGE, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/.hidden.txt',
    '/_headers',
    '//_headers',
    '///_headers',
    '/%5fheaders',
    '/_HEADERS',
    '/assets//a-1f2e.js',
    '/%',
    '/%00',
  ])('does not serve %s', async (path) => {
    expect(await ask(path, PAGE)).toMatchObject({ status: 404, body: 'Not found.' });
  });
});

describe('the rest of a download that was cut', () => {
  const path = '/assets/a-1f2e.js';
  const packed = { 'accept-encoding': 'br' };

  it('is sent as the standard says, compressed as the beginning was', async () => {
    const { headers } = await ask(path, packed);
    expect(headers['accept-ranges']).toBe('bytes');
    const rest = await ask(path, { ...packed, range: 'bytes=2-', 'if-range': headers.etag ?? '' });
    expect(rest).toMatchObject({ status: 206, body: 'cked' });
    expect(rest.headers).toMatchObject({
      'content-range': 'bytes 2-5/6',
      'content-length': '4',
      'content-encoding': 'br',
    });
  });

  it.each([
    ['bytes=0-1', 206, 'pl'],
    ['bytes=-2', 206, 'in'],
    ['bytes=3-99', 206, 'in'],
    ['bytes=0-0,2-3', 200, 'plain'],
    ['pages=1-2', 200, 'plain'],
    ['bytes=9-', 416, ''],
  ])('%s: %i', async (range, status, body) => {
    expect(await ask(path, { range })).toMatchObject({ status, body });
  });

  it('is the whole file if there is another one by now', async () => {
    expect(await ask(path, { range: 'bytes=2-', 'if-range': '"older"' })).toMatchObject({ status: 200, body: 'plain' });
  });
});
