import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { acceptsEncoding } from '../../static/static-files.ts';
import { header } from '../http.ts';

/** Smaller answers are not worth it. */
const WORTH_IT = 1024;

/**
 * Compresses an answer, as the gateway of a hosted project and the proxy of deploy/ do. Sets the headers of the body
 * that it returns.
 */
export async function pack(req: IncomingMessage, res: ServerResponse, bytes: Buffer): Promise<Buffer> {
  if (bytes.length < WORTH_IT) return bytes;
  res.setHeader('vary', 'accept-encoding');
  if (!acceptsEncoding(header(req, 'accept-encoding'), 'gzip')) return bytes;
  res.setHeader('content-encoding', 'gzip');
  return promisify(gzip)(bytes);
}
