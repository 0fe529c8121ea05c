import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { build } from 'vite';

import { createStatic } from '../../local/static/static.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'src/ui/specimens/index.html';

export interface Specimens {
  readonly url: string;
  dispose(): Promise<void>;
}

/** Builds the page that shows every primitive, which is not part of the product, and serves it. */
export async function serveSpecimens(): Promise<Specimens> {
  const folder = join(ROOT, '.cache/specimens');
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(ROOT, PAGE) } },
  });
  const files = await createStatic(folder);
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/?') || request.url === '/') request.url = `/${PAGE}`;
    void files.handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return {
    url: `http://localhost:${address.port}`,
    async dispose() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
