import type { IncomingMessage, ServerResponse } from 'node:http';

/** The body exceeds its limit; the caller sends a 413 in its own format. */
export class BodyTooLarge extends Error {}
/** The body does not match its content type. */
export class BodyMalformed extends Error {}

/** Bytes of a refused body that are read and dropped: as many as the gateway lets a body with a length have. */
const MOST_DROPPED = 64 * 1024 * 1024;

/**
 * Reads a body of at most `limit` bytes. Throws BodyTooLarge as soon as there is more, or is announced, and drops the
 * rest meanwhile: clients read the answer when they have sent all, and the connection stays usable.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = announcedBytes(req);
  if (bytes <= limit) {
    bytes = 0;
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) break;
      chunks.push(chunk);
    }
  }
  if (bytes <= limit) return Buffer.concat(chunks, bytes);
  dropRest(req);
  throw new BodyTooLarge();
}

/** The `Content-Length` of the body; 0 without one. */
export const announcedBytes = (req: IncomingMessage): number => Number(header(req, 'content-length')) || 0;

/** Reads what is left of a refused body, and ends the connection if that is more than `most` bytes. */
export function dropRest(req: IncomingMessage, most = MOST_DROPPED): void {
  let dropped = 0;
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > most) req.destroy();
  });
  req.resume();
}

export type Json = Record<string, unknown>;

/** An empty body counts as `{}`, as in GoTrue and storage-api. Throws BodyMalformed, BodyTooLarge. */
export async function readJson(req: IncomingMessage, limit = 1024 * 1024): Promise<Json> {
  const body = await readBody(req, limit);
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new BodyMalformed();
  }
  if (!isObject(value)) throw new BodyMalformed();
  return value;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function header(req: IncomingMessage, name: string): string {
  const value = req.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Supabase allows every origin: rights depend on the token, never on cookies. */
export function allowCors(req: IncomingMessage, res: ServerResponse, expose: string): void {
  res.setHeader('access-control-allow-origin', '*');
  res.setHeader('access-control-expose-headers', expose);
  if (req.method !== 'OPTIONS') return;
  res.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD');
  res.setHeader(
    'access-control-allow-headers',
    header(req, 'access-control-request-headers') ||
      'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
  );
  res.setHeader('access-control-max-age', '86400');
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('content-length', text.length);
  res.end(text);
}

export function clientIp(req: IncomingMessage): string {
  return (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/** Aborts when the response was sent, or its client is gone. */
export function untilClosed(res: ServerResponse): AbortSignal {
  const closed = new AbortController();
  if (res.closed) closed.abort();
  else res.once('close', () => closed.abort());
  return closed.signal;
}

/** The client for rate limits: an IPv4 address, or the /64 network that one IPv6 connection has to itself. */
export const originOf = (req: IncomingMessage): string => networkOf(clientIp(req));

/** `originOf`, of an address. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [before = '', after] = ip.split('%', 1)[0]?.split('::') ?? [];
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Whether the request comes from this machine and for it, for pages under /_dev that show mails and payments. Checks
 * the host name against DNS rebinding (a foreign name that resolves to this machine), and where a form was sent from.
 */
export function isLocalRequest(req: IncomingMessage): boolean {
  const ip = clientIp(req);
  const isLoopback = ip === '::1' || ip.startsWith('127.');
  const isLocalName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(header(req, 'host'));
  const isForeignForm = req.method !== 'GET' && header(req, 'sec-fetch-site') === 'cross-site';
  return isLoopback && isLocalName && !isForeignForm;
}
