import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { HttpPart } from '../context.ts';
import { HeaderRules } from './headers-file.ts';
import { findFile, isAssetPath, safePath, typeOf } from './static-files.ts';
import type { FoundFile } from './static-files.ts';

/** Names under /assets/ contain a hash of the content. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'no-cache';
/** Of the page, also where no rule is, as of an address without a screen (scripts/build/document-headers.ts). */
const NOT_KEPT = 'no-store';

function cachingOf(path: string): string {
  if (path === '/index.html') return NOT_KEPT;
  return path.startsWith('/assets/') ? FOREVER : ASK_FIRST;
}

/**
 * Serves a built app as a static host does: files with the headers of its `_headers`, index.html for navigations, 404
 * for missing files (an old page that requests a deleted chunk must not get HTML).
 */
export async function createStatic(root: string): Promise<HttpPart> {
  const rules = await HeaderRules.read(join(root, '_headers'));

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = safePath(req.url ?? '/');
    for (const [name, value] of Object.entries(rules.for(path ?? '/'))) res.setHeader(name, value);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD');
      return sendText(res, 405, 'Only GET and HEAD are answered here.');
    }
    const acceptEncoding = String(req.headers['accept-encoding'] ?? '');
    const wanted = path === '/' ? '/index.html' : path;
    if (wanted === undefined || /^\/_headers(\.|$)/i.test(wanted)) return sendText(res, 404, 'Not found.');
    const file = await findFile(root, wanted, acceptEncoding);
    if (file) return sendFile(req, res, file, wanted);
    if (isAssetPath(wanted) && wanted !== '/index.html') return sendText(res, 404, 'Not found.');
    if (!isNavigation(req)) return sendText(res, 404, 'Not found.');
    const index = await findFile(root, '/index.html', acceptEncoding);
    if (!index) return sendText(res, 503, 'The app is not built yet.');
    // Not for /index.html itself: the service worker would not find what it has stored of it.
    res.setHeader('vary', [res.getHeader('vary'), 'accept', 'sec-fetch-mode'].filter(Boolean).join(', '));
    return sendFile(req, res, index, '/index.html');
  }

  return { handle, close: async () => {} };
}

/** Browsers send sec-fetch headers; clients that do not (curl) get the page as well. */
function isNavigation(req: IncomingMessage): boolean {
  const accept = req.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  return req.headers['sec-fetch-mode'] === undefined && accept.includes('*/*');
}

async function sendFile(req: IncomingMessage, res: ServerResponse, file: FoundFile, path: string): Promise<void> {
  res.setHeader('etag', file.etag);
  res.setHeader('vary', [res.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', cachingOf(path));
  if (matches(req.headers['if-none-match'], file.etag)) {
    res.writeHead(304).end();
    return;
  }
  if (!res.hasHeader('content-type')) res.setHeader('content-type', typeOf(path));
  if (file.encoding) res.setHeader('content-encoding', file.encoding);
  res.setHeader('accept-ranges', 'bytes');
  const part = rangeOf(req, file);
  if (part === 'none') {
    res.setHeader('content-range', `bytes */${file.size}`);
    res.writeHead(416).end();
    return;
  }
  const { start, end } = part ?? { start: 0, end: file.size - 1 };
  if (part) res.setHeader('content-range', `bytes ${start}-${end}/${file.size}`);
  res.setHeader('content-length', end - start + 1);
  res.writeHead(part ? 206 : 200);
  if (req.method === 'HEAD' || file.size === 0) {
    res.end();
    return;
  }
  // A client that disconnects, or a file replaced by a new build, only ends this response.
  await pipeline(createReadStream(file.path, { start, end }), res).catch(() => res.destroy());
}

/**
 * The part of a file that a browser asks for to continue a download that was cut; undefined: the whole file, also if it
 * is another one by now. Several ranges in one request are answered with the whole file, as the standard allows.
 */
function rangeOf(req: IncomingMessage, { size, etag }: FoundFile): { start: number; end: number } | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const condition = req.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'none' : { start, end };
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

function sendText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  res.end(text);
}
