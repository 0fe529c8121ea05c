import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** Largest request body for a function, in bytes. Ours take a few fields; a payment webhook has a few kilobytes. */
const MAX_BODY = 2 * 1024 * 1024;

const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
]);

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  if (res.headersSent) return;
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  res.end(text);
}

/**
 * Streams a request to 127.0.0.1:`port` under `path`, and the response back. Resolves when the response has ended or
 * was aborted.
 */
export function proxyTo(port: number, path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY) {
    sendJson(res, 413, { error: 'This request is too large.' });
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const upstream = request({
      host: '127.0.0.1',
      port,
      path,
      method: req.method,
      headers: forwarded(req),
      agent: false,
    });
    const fail = (status: number, error: string): void => {
      if (res.headersSent) res.destroy();
      else sendJson(res, status, { error });
      upstream.destroy();
      resolve();
    };
    let received = 0;
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_BODY) fail(413, 'This request is too large.');
    });
    upstream.on('error', () => fail(503, 'The functions are starting. Try again in a moment.'));
    upstream.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      answer.pipe(res);
      answer.on('error', () => res.destroy());
    });
    res.on('close', () => {
      upstream.destroy();
      resolve();
    });
    req.pipe(upstream);
  });
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

/** Functions get the client's address, as on a hosted project; the client's own forwarding headers are dropped. */
function forwarded(req: IncomingMessage): IncomingHttpHeaders {
  return {
    ...endToEnd(req.headers),
    'x-forwarded-for': req.socket.remoteAddress ?? '127.0.0.1',
    'x-forwarded-host': req.headers.host ?? 'localhost',
    'x-forwarded-proto': 'http',
  };
}
