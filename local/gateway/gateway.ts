import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { HttpPart } from '../context.ts';
import { sendJson } from '../functions/proxy.ts';
import { isPlainPath } from './plain-path.ts';
import { codeOf, UserError } from '../system/user-error.ts';
import type { Faults } from '../sync/faults.ts';

/** Requests go to the first matching prefix, with their path unchanged. The last one, `/`, gets the rest. */
export type Route = readonly [prefix: string, handle: HttpPart['handle']];

export interface GatewayOptions {
  readonly host: string;
  readonly port: number;
  readonly routes: readonly Route[];
  readonly faults: Faults & { onChange?(listener: () => void): () => void };
  /** Called for a request that failed, with the details. */
  logFailure(text: string): void;
}

export interface Gateway {
  readonly server: Server;
  /** Throws UserError if the port cannot be used. */
  listen(): Promise<void>;
  /** Stops accepting connections and ends the open ones: idle ones immediately, others after a moment. */
  close(): Promise<void>;
}

/** Limit for bodies with a content-length, in bytes; storage sets its own limit per bucket. */
const MAX_BODY = 64 * 1024 * 1024;
/** Milliseconds. Applies to receiving a request only, so endless responses (the sync stream) are not affected. */
const REQUEST_TIMEOUT = 15 * 60_000;
const HEADERS_TIMEOUT = 30_000;
const CLOSE_GRACE = 500;

/** The HTTP server in front of all parts. */
export function createGateway(options: GatewayOptions): Gateway {
  const { faults, routes } = options;
  const sockets = new Map<Socket, string>();
  const server = createServer({ maxHeaderSize: 32 * 1024 }, (req, res) => {
    void answer(req, res);
  });
  server.requestTimeout = REQUEST_TIMEOUT;
  server.headersTimeout = HEADERS_TIMEOUT;
  server.on('connection', (socket) => {
    sockets.set(socket, '');
    socket.on('close', () => sockets.delete(socket));
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    sockets.set(req.socket, path);
    if (!isPlainPath(path)) return sendJson(res, 400, { error: 'The address is not valid.' });
    const isSwitch = under(path, '/_dev');
    if (!isSwitch) {
      if (faults.offline) return void req.socket.destroy();
      if (faults.delayMs > 0) await new Promise((done) => setTimeout(done, faults.delayMs));
    }
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY) {
      res.setHeader('connection', 'close');
      return sendJson(res, 413, { error: 'This request is too large.' });
    }
    const route = routes.find(([prefix]) => under(path, prefix));
    if (!route) return sendJson(res, 404, { error: 'Nothing is served here.' });
    try {
      await route[1](req, res);
    } catch (error) {
      options.logFailure(
        `${req.method} ${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      if (res.headersSent) res.destroy();
      else sendJson(res, 500, { error: 'An error occurred.' });
    }
  }

  // Going offline breaks open connections, as a lost signal does, except the request that asks for it.
  const unsubscribe = faults.onChange?.(() => {
    if (!faults.offline) return;
    for (const [socket, path] of sockets) if (!under(path, '/_dev')) socket.destroy();
  });

  return {
    server,
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', (error) =>
          reject(listenError(codeOf(error) ?? error.message, options.port, options.host)),
        );
        server.listen({ port: options.port, host: options.host, exclusive: true }, () => resolve());
      }),
    async close() {
      unsubscribe?.();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const hard = setTimeout(() => {
        for (const socket of sockets.keys()) socket.destroy();
      }, CLOSE_GRACE);
      await closed;
      clearTimeout(hard);
    },
  };
}

function under(path: string, prefix: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
}

export function listenError(code: string, port: number, host: string): UserError {
  if (code === 'EADDRINUSE') return new UserError(`Port ${port} is taken. Choose another one with --port.`);
  if (code === 'EACCES') return new UserError(`You may not use port ${port}. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UserError(`${host} is not an address of this machine. Choose another one with --host.`);
  }
  return new UserError(`Port ${port} on ${host} cannot be used (${code}). Choose another one with --port or --host.`);
}
