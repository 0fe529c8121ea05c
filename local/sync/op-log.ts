import { hash as digest } from 'node:crypto';

/** One operation, serialised. */
export interface LoggedOp {
  id: number;
  json: string;
}

/** The history of one bucket. Append-only: a reader may keep an index into `ops` across commits. */
export interface Bucket {
  /** The name in the protocol. */
  name: string;
  ops: LoggedOp[];
  /** Wrapping signed 32-bit sum of all ops. */
  checksum: number;
}

export interface OpTarget {
  bucket: string;
  type: string;
  id: string;
  subkey: string;
}

/** The loaded buckets, with one op sequence for all of them: clients report one `after` for every bucket. */
export class OpLog {
  /** By the name from the rules. */
  readonly buckets = new Map<string, Bucket>();
  /** Starts at the current time, so that a restarted server (with new bucket names) never goes backwards. */
  lastOpId = Date.now() * 4096;
  /** Operations in all buckets: nearly all of the sync server's memory. */
  size = 0;
  readonly #timesClosed = new Map<string, number>();
  #lastData: string | null = null;
  #lastQuoted = '';

  /** Adds a bucket. One that was loaded before gets a new name, because clients' old checksums no longer match. */
  open(bucket: string): void {
    const times = this.#timesClosed.get(bucket) ?? 0;
    this.buckets.set(bucket, { name: times === 0 ? bucket : `${bucket}~${times}`, ops: [], checksum: 0 });
  }

  close(bucket: string): void {
    this.size -= this.buckets.get(bucket)?.ops.length ?? 0;
    this.buckets.delete(bucket);
    this.#timesClosed.set(bucket, (this.#timesClosed.get(bucket) ?? 0) + 1);
  }

  /** Adds an operation to a loaded bucket. */
  put(target: OpTarget, data: string): void {
    this.#append(target, 'PUT', hash(`put.${target.type}.${target.id}.${data}`), data);
  }

  remove(target: OpTarget): void {
    this.#append(target, 'REMOVE', hash(`delete.${target.subkey}`), null);
  }

  #append(target: OpTarget, op: 'PUT' | 'REMOVE', checksum: number, data: string | null): void {
    const bucket = this.buckets.get(target.bucket);
    if (!bucket) return;
    const id = ++this.lastOpId;
    bucket.checksum = (bucket.checksum + checksum) | 0;
    // Concatenated by hand: a row often goes to several buckets, and quoting its data is most of the work.
    const { type, id: objectId, subkey } = target;
    const head = `{"op_id":"${id}","op":"${op}","object_type":${JSON.stringify(type)},"object_id":${JSON.stringify(objectId)}`;
    const json = `${head},"subkey":${JSON.stringify(subkey)},"checksum":${checksum},"data":${this.#quoted(data)}}`;
    bucket.ops.push({ id, json });
    this.size++;
  }

  #quoted(data: string | null): string {
    if (data === null) return 'null';
    if (data !== this.#lastData) {
      this.#lastData = data;
      this.#lastQuoted = JSON.stringify(data);
    }
    return this.#lastQuoted;
  }
}

/** Index of the first op with an id above `after`. */
export function firstAfter(bucket: Bucket, after: number): number {
  let low = 0;
  let high = bucket.ops.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bucket.ops[middle]?.id ?? Infinity) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

function hash(text: string): number {
  return digest('sha256', text, 'buffer').readUInt32LE(0);
}
