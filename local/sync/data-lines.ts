import { arrayElement, documentElement, element, encodeBson, frame } from './bson.ts';
import type { Limits } from './limits.ts';
import type { Bucket, LoggedOp } from './op-log.ts';
import { firstAfter } from './op-log.ts';

export interface DataLine {
  /** The line as text, or a BSON document, in pieces. */
  pieces: (string | Buffer)[];
  /** Last op id in the line. */
  nextAfter: number;
  hasMore: boolean;
}

/** How rows are sent: as objects, as JSON in strings, which newer clients request, or so in BSON. */
export type RowForm = 'object' | 'text' | 'bson';

export interface LineOptions extends Pick<Limits, 'opsPerLine' | 'bytesPerLine'> {
  /** What op ids start from. */
  firstId: number;
  form: RowForm;
}

/** The next `data` line of a bucket: ops with `after < id <= upTo`, or null if there are none. */
export function nextDataLine(bucket: Bucket, after: number, upTo: number, options: LineOptions): DataLine | null {
  const { firstId, form } = options;
  const start = firstAfter(bucket, after - firstId);
  const end = firstAfter(bucket, upTo - firstId);
  if (start >= end) return null;
  let bytes = 0;
  let nextAfter = after;
  const ops: (string | Buffer)[] = [];
  for (const op of bucket.ops.slice(start, Math.min(end, start + options.opsPerLine))) {
    const sent = form === 'bson' ? opDocument(op, firstId) : opJson(op, firstId, form);
    bytes += sent.length;
    // A single row above the limit is sent alone.
    if (bytes > options.bytesPerLine && ops.length > 0) break;
    ops.push(sent);
    nextAfter = firstId + op.at;
  }
  const hasMore = start + ops.length < end;
  const head = { bucket: bucket.name, after: String(after), next_after: String(nextAfter), has_more: hasMore };
  return {
    pieces: form === 'bson' ? [document(head, ops as Buffer[])] : text(head, ops as string[]),
    nextAfter,
    hasMore,
  };
}

const text = (head: object, ops: readonly string[]): string[] => [
  `{"data":${JSON.stringify(head).slice(0, -1)},"data":[`,
  ...ops.map((op, index) => (index > 0 ? `,${op}` : op)),
  ']}}',
];

function document(head: Record<string, string | boolean>, ops: readonly Buffer[]): Buffer {
  const fields = Object.entries(head).flatMap(([key, value]) => element(key, value));
  return frame(documentElement('data', frame([...fields, ...arrayElement('data', ops)])));
}

function opDocument({ at, checksum, target: { type, id, subkey }, data }: LoggedOp, firstId: number): Buffer {
  return encodeBson({
    ...{ op_id: String(firstId + at), op: data === null ? 'REMOVE' : 'PUT', object_type: type, object_id: id },
    ...{ subkey, checksum: checksum >>> 0, data },
  });
}

function opJson({ at, checksum, target, data }: LoggedOp, firstId: number, form: RowForm): string {
  const { type, id, subkey } = target;
  const head = `{"op_id":"${firstId + at}","op":"${data === null ? 'REMOVE' : 'PUT'}","object_type":${JSON.stringify(type)}`;
  const row = `"object_id":${JSON.stringify(id)},"subkey":${JSON.stringify(subkey)},"checksum":${checksum >>> 0}`;
  return `${head},${row},"data":${form === 'text' && data !== null ? JSON.stringify(data) : data}}`;
}
