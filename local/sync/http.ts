import type { IncomingMessage, ServerResponse } from 'node:http';
import { SyncError } from './errors.ts';

export function setCors(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Allow-Methods', 'GET,HEAD,POST');
  res.setHeader('Access-Control-Allow-Headers', 'Content-Type, Authorization, User-Agent, X-User-Agent');
  // The client chooses BSON or JSON by this header, so it must be readable across origins.
  res.setHeader('Access-Control-Expose-Headers', 'Content-Type');
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  res.end(JSON.stringify(body));
}

export function sendError(res: ServerResponse, error: unknown): void {
  const known = error instanceof SyncError ? error : new SyncError('PSYNC_S2001', 500, 'The sync server failed.');
  const { code, status, message } = known;
  sendJson(res, status, { error: { code, status, description: message, name: known.name } });
}

/** Reads a JSON body of at most `maxBytes`. Throws SyncError 413 or 400. */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new SyncError('PSYNC_S2002', 413, 'The request body is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new SyncError('PSYNC_S2002', 400, 'The request body is not JSON.');
  }
}
