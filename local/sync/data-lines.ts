import type { Limits } from './limits.ts';
import type { Bucket } from './op-log.ts';
import { firstAfter } from './op-log.ts';

export interface DataLine {
  text: string;
  /** Last op id in the line. */
  nextAfter: number;
  hasMore: boolean;
}

/** The next `data` line of a bucket: ops with `after < id <= upTo`, or null if there are none. */
export function nextDataLine(
  name: string,
  bucket: Bucket | undefined,
  after: number,
  upTo: number,
  limits: Pick<Limits, 'opsPerLine' | 'bytesPerLine'>,
): DataLine | null {
  if (!bucket) return null;
  const start = firstAfter(bucket, after);
  const end = firstAfter(bucket, upTo);
  if (start >= end) return null;
  let bytes = 0;
  let nextAfter = after;
  const ops: string[] = [];
  for (const { id, json } of bucket.ops.slice(start, Math.min(end, start + limits.opsPerLine))) {
    bytes += json.length;
    // A single row above the limit is sent alone.
    if (bytes > limits.bytesPerLine && ops.length > 0) break;
    ops.push(json);
    nextAfter = id;
  }
  const hasMore = start + ops.length < end;
  const head = `{"bucket":${JSON.stringify(name)},"after":"${after}","next_after":"${nextAfter}","has_more":${hasMore}`;
  return { text: `{"data":${head},"data":[${ops.join()}]}}`, nextAfter, hasMore };
}
