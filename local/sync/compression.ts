import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import type { Gzip, ZstdCompress } from 'node:zlib';
import { acceptsEncoding } from '../static/static-files.ts';

/** The body of a response: what is written to it is sent, compressed if the reader can read that. */
export interface Body {
  readonly out: Writable;
  /** Sends what the compression still keeps back to compress it better. */
  flush(): void;
}

/**
 * Each open stream has a compressor of its own. The fastest level, because others cost time and save 1 %. A window of
 * 512 kB, because ids return far apart: with 128 kB a first sync is a sixth larger, and a stream takes 0.25 instead of
 * 0.8 MB of memory. The real service has level 2 and its window of 2 MB (1.4 MB).
 */
const zstd = {
  // Each full chunk costs a turn of the thread pool.
  chunkSize: 32 * 1024,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 19 },
};

/**
 * Sets the headers of a compressed response, as the real service negotiates it: zstd before gzip. Call before the
 * headers are sent.
 */
export function compressFor(req: IncomingMessage, res: ServerResponse): Body {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  const encoding = (['zstd', 'gzip'] as const).find((name) => acceptsEncoding(accepted, name));
  res.setHeader('Vary', 'Accept-Encoding');
  if (!encoding) return { out: res, flush: () => {} };
  res.setHeader('Content-Encoding', encoding);
  const compressor = encoding === 'zstd' ? createZstdCompress(zstd) : createGzip({ level: 1 });
  compressor.pipe(res);
  res.once('close', () => compressor.destroy());
  return { out: compressor, flush: flushSoon(compressor) };
}

/** Lines that are written one after the other are flushed together: each flush costs bytes and time. */
function flushSoon(compressor: Gzip | ZstdCompress): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      if (!compressor.destroyed && !compressor.writableEnded) compressor.flush();
    });
  };
}
