import { createServer } from 'node:net';

import { codeOf } from './user-error.ts';

/** Returns undefined if `port` is free on `host`, or else the error code (`EADDRINUSE`, `EACCES`, …). */
export function portError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Returns `wanted` if it is free, or else any free loopback port. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await portError(wanted, '127.0.0.1')) === undefined) return wanted;
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}
