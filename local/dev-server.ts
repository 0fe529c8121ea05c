import type { Server } from 'node:http';

import type { HttpPart } from './context.ts';
import type { Terminal } from './terminal.ts';

/** Serves the sources through Vite, with hot reload, on the same server and port. */
export async function createVite(root: string, server: Server, terminal: Terminal): Promise<HttpPart> {
  return await terminal.step('Started Vite', async () => {
    const { createServer, createLogger } = await import('vite');
    const logger = createLogger('info', { allowClearScreen: false });
    for (const level of ['info', 'warn', 'warnOnce', 'error'] as const) {
      logger[level] = (text: string) => terminal.line(text);
    }
    const vite = await createServer({
      root,
      customLogger: logger,
      server: { middlewareMode: true, hmr: { server }, allowedHosts: true },
    });
    return {
      handle: (req, res) =>
        new Promise<void>((resolve, reject) => {
          res.once('close', () => resolve());
          vite.middlewares(req, res, (error?: unknown) => {
            if (error) reject(error);
            else {
              res.statusCode = 404;
              res.end('Not found.');
            }
          });
        }),
      close: () => vite.close(),
    };
  });
}
