import { Buffer } from 'node:buffer';
import { finished, type Readable } from 'node:stream';

/** Bytes that wait to be written before the client is slowed down. */
const MOST = 1024 * 1024;

/**
 * The body of a request with all that arrived before its connection was lost, and then the error. Iterating over the
 * request itself discards what is in its buffer at that moment, which is much while the process is busy.
 */
export async function* bodyOf(req: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let end: { error: Error | null } | null = null;
  let wake = () => {};
  req.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST) req.pause();
    wake();
  });
  // Also if it was lost before.
  finished(req, { writable: false }, (error) => {
    end = { error: error ?? null };
    wake();
  });
  const isOver = () => end;
  for (;;) {
    if (waiting.length > 0) {
      const chunk = Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
      req.resume();
      yield chunk;
      continue;
    }
    const over = isOver();
    if (over?.error) throw over.error;
    if (over) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
