import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { BackendContext } from '../context.ts';
import { createProviders } from './index.ts';

let dataDir: string;
let server: Server;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rangeday-providers-'));
  const ctx = { dataDir, appUrl: 'http://localhost:8080', log: () => {} } as unknown as BackendContext;
  const routes = await createProviders(ctx, { send: async () => {} });
  server = createServer((req, res) => {
    void routes.find(([prefix]) => req.url?.startsWith(prefix))?.[1](req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(dataDir, { recursive: true });
});

function status(path: string, method: string, headers: Record<string, string>): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (res) => {
      res.resume();
      resolve(res.statusCode);
    });
    sent.on('error', reject).end();
  });
}

it.each(['/_dev/stripe', '/_dev/push', '/_dev/google', '/_dev/images', '/_dev/outgoing'])(
  '%s answers neither foreign host names nor forms of other sites',
  async (path) => {
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
      expect(await status(path, 'GET', { host }), host).not.toBe(403);
    for (const host of ['rebound.example', 'rebound.example:8080', 'localhost.rebound.example', '127.0.0.1.example'])
      expect(await status(path, 'GET', { host }), host).toBe(403);
    const form = { host: 'localhost', 'sec-fetch-site': 'cross-site' };
    expect(await status(path, 'POST', form)).toBe(403);
    expect(await status(path, 'POST', { ...form, 'sec-fetch-site': 'same-origin' })).not.toBe(403);
  },
);
