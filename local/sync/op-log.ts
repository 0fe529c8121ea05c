import { hash as digest } from 'node:crypto';

/** What an operation is about: a row as one client table shows it. All operations of the row share it. */
export interface OpTarget {
  type: string;
  id: string;
  /** Identifies the row in Postgres: two rows may have the same type and id. */
  subkey: string;
}

/** One operation. */
export interface LoggedOp {
  /** Position in the log; the id for clients is `OpLog.firstId` higher. Small numbers need no memory of their own. */
  at: number;
  /** Signed 32 bits, for the same reason. */
  checksum: number;
  target: OpTarget;
  /** The row as JSON, shared by all buckets that it is in; null for a REMOVE. */
  data: string | null;
}

/** The history of one bucket. Append-only: a reader may keep an index into `ops` across commits. */
export interface Bucket {
  /** The name from the rules. */
  id: string;
  /** The name in the protocol. */
  name: string;
  ops: LoggedOp[];
  /** Wrapping signed 32-bit sum of all ops. */
  checksum: number;
}

/** The loaded buckets, with one op sequence for all of them: clients report one `after` for every bucket. */
export class OpLog {
  /** By the name from the rules. */
  readonly buckets = new Map<string, Bucket>();
  /** The current time, so that a restarted server (with new bucket names) never goes backwards. */
  readonly firstId = Date.now() * 4096;
  /** Operations in all buckets: nearly all of the sync server's memory. */
  size = 0;
  /** Buckets with new operations; the store empties it at each commit. */
  readonly changed = new Set<Bucket>();
  readonly #timesClosed = new Map<string, number>();
  #at = 0;

  get lastOpId(): number {
    return this.firstId + this.#at;
  }

  /** Adds a bucket. One that was loaded before gets a new name, because clients' old checksums no longer match. */
  open(id: string): void {
    const times = this.#timesClosed.get(id) ?? 0;
    this.buckets.set(id, { id, name: times === 0 ? id : `${id}~${times}`, ops: [], checksum: 0 });
  }

  close(id: string): void {
    this.size -= this.buckets.get(id)?.ops.length ?? 0;
    this.buckets.delete(id);
    this.#timesClosed.set(id, (this.#timesClosed.get(id) ?? 0) + 1);
  }

  put(bucket: Bucket, target: OpTarget, data: string): void {
    this.#append(bucket, target, `put.${target.type}.${target.id}.${data}`, data);
  }

  remove(bucket: Bucket, target: OpTarget): void {
    this.#append(bucket, target, `delete.${target.subkey}`, null);
  }

  #append(bucket: Bucket, target: OpTarget, hashed: string, data: string | null): void {
    const checksum = digest('sha256', hashed, 'buffer').readInt32LE(0);
    bucket.checksum = (bucket.checksum + checksum) | 0;
    bucket.ops.push({ at: ++this.#at, checksum, target, data });
    this.changed.add(bucket);
    this.size++;
  }
}

/** Index of the first op with a position above `after`. */
export function firstAfter(bucket: Bucket, after: number): number {
  let low = 0;
  let high = bucket.ops.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bucket.ops[middle]?.at ?? Infinity) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
