import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { HttpPart } from '../context.ts';
import { createVite } from './dev-server.ts';
import type { Terminal } from '../command/terminal.ts';

it('hot reload serves sources, but no file of a data directory', async () => {
  const root = await mkdtemp(join(tmpdir(), 'rangeday-vite-'));
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const terminal = { step: (_: string, run: () => unknown) => run(), line: () => {} } as unknown as Terminal;
  let vite: HttpPart | undefined;
  try {
    await writeFile(join(root, 'index.html'), '<p>app</p>');
    await writeFile(join(root, 'source.json'), '{"public": true}');
    await mkdir(join(root, '.data', 'logs'), { recursive: true });
    await mkdir(join(root, 'chosen (2) [a]'));
    const secrets = [
      '.data/secrets.json',
      '.data/mail.jsonl',
      '.data/logs/postgres.log',
      'chosen (2) [a]/secrets.json',
      '.env',
    ];
    for (const name of secrets) await writeFile(join(root, name), '{"secret": "walnut"}');
    const part = await createVite({ root, dataDir: join(root, 'chosen (2) [a]'), server, terminal });
    vite = part;
    server.on('request', (req, res) => void part.handle(req, res));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const read = async (path: string) => (await fetch(`${url}${encodeURI(path)}`)).text();
    expect(await read('/source.json')).toContain('public');
    for (const name of secrets) {
      for (const path of [
        `/${name}`,
        `//${name}`,
        `/${name}?raw`,
        `/${name}?import&url`,
        `/@fs${root}/${name}`,
        `/${name}?inline`,
      ])
        expect(await read(path), path).not.toContain('walnut');
    }
  } finally {
    await vite?.close();
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true, force: true });
  }
});
