import type { IncomingMessage, ServerResponse } from 'node:http';
import { SyncError } from './errors.ts';
import { NoPlace } from './places.ts';

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
  if (error instanceof NoPlace) return void res.writeHead(429).end();
  const known = error instanceof SyncError ? error : new SyncError('PSYNC_S2001', 500, 'Something went wrong');
  const { code, status, message, name, details } = known;
  sendJson(res, status, { error: { code, status, description: message, name, details } });
}

/** A JSON body of at most `maxBytes`. Throws SyncError 413 or 400. */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const text = await readText(req, maxBytes);
  if (text === '') throw new SyncError('FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'Body cannot be empty');
  try {
    // A key that assigns a prototype is an attack or a mistake.
    if (!/"__proto__"\s*:/.test(text)) return JSON.parse(text);
  } catch {
    // Reported below.
  }
  throw new SyncError('FST_ERR_CTP_INVALID_JSON_BODY', 400, 'Body is not valid JSON');
}

/**
 * The parameters of a request as the real service reads them: those of the query, and over them those of a JSON body. A
 * body that is a text, a list or a number is ignored. Throws SyncError 400, 413 or 415.
 */
export async function readParams(req: IncomingMessage, url: URL, maxBytes: number): Promise<Record<string, unknown>> {
  const params: Record<string, unknown> = {};
  for (const name of url.searchParams.keys()) {
    const values = url.searchParams.getAll(name);
    params[name] = values.length > 1 ? values : values[0];
  }
  if (req.method !== 'POST') return params;
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const isEmpty = req.headers['transfer-encoding'] === undefined && Number(req.headers['content-length'] ?? 0) === 0;
  if (type === undefined && isEmpty) return params;
  if (type === 'text/plain') await readText(req, maxBytes);
  else if (type !== 'application/json') {
    throw new SyncError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, `Unsupported Media Type: ${type}`);
  } else {
    const body = await readJson(req, maxBytes);
    if (typeof body === 'object' && !Array.isArray(body)) Object.assign(params, body);
  }
  return params;
}

async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new SyncError('FST_ERR_CTP_BODY_TOO_LARGE', 413, 'Request body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
