import type { Limits } from './limits.ts';
import type { Bucket, LoggedOp } from './op-log.ts';
import { firstAfter } from './op-log.ts';

export interface DataLine {
  /** The line as text, in pieces. */
  pieces: string[];
  /** Last op id in the line. */
  nextAfter: number;
  hasMore: boolean;
}

export interface LineOptions extends Pick<Limits, 'opsPerLine' | 'bytesPerLine'> {
  /** What op ids start from. */
  firstId: number;
  /** Whether `data` is JSON in a string, which newer clients request, instead of an object. */
  rawData: boolean;
}

/** The next `data` line of a bucket: ops with `after < id <= upTo`, or null if there are none. */
export function nextDataLine(bucket: Bucket, after: number, upTo: number, options: LineOptions): DataLine | null {
  const { firstId } = options;
  const start = firstAfter(bucket, after - firstId);
  const end = firstAfter(bucket, upTo - firstId);
  if (start >= end) return null;
  let bytes = 0;
  let nextAfter = after;
  const name = JSON.stringify(bucket.name);
  const pieces: string[] = [];
  for (const op of bucket.ops.slice(start, Math.min(end, start + options.opsPerLine))) {
    const json = opJson(op, options);
    bytes += json.length;
    // A single row above the limit is sent alone.
    if (bytes > options.bytesPerLine && pieces.length > 0) break;
    pieces.push(pieces.length > 0 ? `,${json}` : json);
    nextAfter = firstId + op.at;
  }
  const hasMore = start + pieces.length < end;
  const head = `{"bucket":${name},"after":"${after}","next_after":"${nextAfter}","has_more":${hasMore}`;
  return { pieces: [`{"data":${head},"data":[`, ...pieces, ']}}'], nextAfter, hasMore };
}

function opJson({ at, checksum, target, data }: LoggedOp, { firstId, rawData }: LineOptions): string {
  const { type, id, subkey } = target;
  const head = `{"op_id":"${firstId + at}","op":"${data === null ? 'REMOVE' : 'PUT'}","object_type":${JSON.stringify(type)}`;
  const row = `"object_id":${JSON.stringify(id)},"subkey":${JSON.stringify(subkey)},"checksum":${checksum >>> 0}`;
  return `${head},${row},"data":${rawData && data !== null ? JSON.stringify(data) : data}}`;
}
