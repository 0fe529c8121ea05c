import { createServer } from 'node:net';

import { codeOf } from './sentence.ts';

/** undefined when `port` is free on `host`, else why it cannot be had (`EADDRINUSE`, `EACCES`, …). */
export function whyTaken(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** A free loopback port; `wanted` when that one is free. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await whyTaken(wanted, '127.0.0.1')) === undefined) return wanted;
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
