import type { Server } from 'node:http';

import type { HttpPart } from '../context.ts';
import type { Terminal } from '../command/terminal.ts';

/** Vite's own list, which a list in the configuration replaces. */
const VITE_DENIES = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'];

/** A folder and everything in it, as a glob. */
const inside = (folder: string): string => `${folder.replaceAll(/[!()*+?@[\]{}|\\]/g, String.raw`\$&`)}/**`;

interface ViteOptions {
  readonly root: string;
  /** May be inside `root`; contains keys and mail. */
  readonly dataDir: string;
  readonly server: Server;
  readonly terminal: Terminal;
}

/** Serves the sources through Vite, with hot reload, on the same server and port. */
export async function createVite({ root, dataDir, server, terminal }: ViteOptions): Promise<HttpPart> {
  return await terminal.step('Started Vite', async () => {
    const { createServer, createLogger } = await import('vite');
    const logger = createLogger('info', { allowClearScreen: false });
    for (const level of ['info', 'warn', 'warnOnce', 'error'] as const) {
      logger[level] = (text: string) => terminal.line(text);
    }
    const vite = await createServer({
      root,
      customLogger: logger,
      server: {
        middlewareMode: true,
        hmr: { server },
        allowedHosts: true,
        // Vite serves every file below its root, also to other devices. `.data` is the default data directory.
        fs: { deny: [...VITE_DENIES, '**/.data/**', inside(dataDir)] },
      },
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
