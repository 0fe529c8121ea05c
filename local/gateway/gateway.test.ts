import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createGateway } from './gateway.ts';
import type { Gateway } from './gateway.ts';
import { freePort } from '../system/ports.ts';
import { FaultSwitches } from '../sync/faults.ts';

/** A free one for each test. */
let port: number;

let gateway: Gateway;
let faults: FaultSwitches;
let failures: string[];

const say = (text: string) => (_req: IncomingMessage, res: ServerResponse) => void res.end(text);

beforeEach(async () => {
  port = await freePort();
  faults = new FaultSwitches();
  failures = [];
  gateway = createGateway({
    host: '127.0.0.1',
    port,
    faults,
    logFailure: (text) => failures.push(text),
    routes: [
      ['/rest/v1', say('rest')],
      ['/stream', (_req, res) => void res.write('first')],
      [
        '/broken',
        () => {
          throw new Error('secret reason');
        },
      ],
      ['/_dev/faults', say('switch')],
      ['/', (req, res) => void res.end(`app ${req.url}`)],
    ],
  });
  await gateway.listen();
});
afterEach(() => gateway.close());

const url = (path: string): string => `http://127.0.0.1:${port}${path}`;

/**
 * Writes the address as it is: clients resolve `..` and reject control characters. Returns the status, and the answer
 * of a part.
 */
async function sendRaw(path: string): Promise<{ status: number; part: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ', 2)[1]), part: head.includes(' 200 ') ? body : '' };
}

const text = async (path: string): Promise<string> => (await fetch(url(path))).text();

describe('gateway', () => {
  it('dispatches by whole path segments and does not change the path', async () => {
    expect(await text('/rest/v1')).toBe('rest');
    expect(await text('/rest/v1/posts?x=1')).toBe('rest');
    expect(await text('/rest/v11?a=b')).toBe('app /rest/v11?a=b');
  });

  const PUBLIC_PATHS = [
    '/rest/v1/posts',
    '/tags/%23range.day',
    '/user/a..b',
    '/user/...',
    '/storage/v1/object/a/b%2Fc.png',
  ];
  it.each(PUBLIC_PATHS)('passes %s on to its part', async (path) => {
    expect(await sendRaw(path)).toMatchObject({ status: 200 });
  });

  it.each([
    '/rest/v1/../../_system/info',
    '/rest/v1/../rest/v1/posts',
    '/rest/v1/%2e%2e/%2E%2e/_system/info',
    '/rest/v1/.%2E/.%2e/_system/info',
    '/rest/v1/..%2f..%2F_system/info',
    '/rest/v1/..\\..\\_system\\info',
    '/rest/v1/%5c..%5C..',
    '/rest/v1/.\t./.\t./_system/info',
    '/rest/v1/./posts',
    '/rest/v1/posts/..',
    '/_dev/../rest/v1/posts',
    '/./rest/v1/posts',
    'http://localhost/rest/v1/../../_system/info',
  ])('rejects the ambiguous address %j', async (path) => {
    expect(await sendRaw(path)).toEqual({ status: 400, part: '' });
  });

  it('logs why a part failed, and does not send it', async () => {
    const answer = await fetch(url('/broken'));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: 'An error occurred.' });
    expect(failures.join()).toContain('secret reason');
  });

  it('destroys new and open connections while offline, except those to the switch', async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url('/stream'), { agent: false }, resolve).on('error', reject);
    });
    await once(response, 'data');
    const broken = once(response, 'error');
    faults.set({ offline: true });
    await broken;
    await expect(fetch(url('/rest/v1'))).rejects.toThrow('fetch failed');
    expect(await text('/_dev/faults')).toBe('switch');
    faults.set({ offline: false });
    expect(await text('/rest/v1')).toBe('rest');
  });

  it('delays requests, except those to the switch', async () => {
    faults.set({ delayMs: 500 });
    const startedAt = performance.now();
    const answered: string[] = [];
    const note = async (path: string) => void answered.push(await text(path));
    await Promise.all([note('/rest/v1'), note('/_dev/faults')]);
    expect(answered).toEqual(['switch', 'rest']);
    expect(performance.now() - startedAt).toBeGreaterThan(495);
  });

  it('rejects a body whose content-length is too large', async () => {
    const status = await new Promise((resolve, reject) => {
      const req = get(url('/rest/v1'), { headers: { 'content-length': String(2 ** 31) }, agent: false }, (res) => {
        resolve(res.statusCode);
        res.resume();
        req.destroy();
      }).on('error', reject);
    });
    expect(status).toBe(413);
  });

  it('reports a taken port in one sentence', async () => {
    const second = createGateway({ host: '127.0.0.1', port, faults, logFailure: () => {}, routes: [] });
    await expect(second.listen()).rejects.toThrow(`Port ${port} is taken. Choose another one with --port.`);
  });

  it('closes while a response is still open', async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url('/stream'), { agent: false }, resolve).on('error', reject);
    });
    response.on('error', () => {});
    await once(response, 'data');
    await gateway.close();
    await expect(fetch(url('/'))).rejects.toThrow('fetch failed');
    await gateway.listen();
  });
});
