import { setTimeout as sleep } from 'node:timers/promises';
import { changes, checkpointLine, diffLine } from './checkpoint.ts';
import type { BucketState, Checkpoint, CheckpointResolver } from './checkpoint.ts';
import { nextDataLine } from './data-lines.ts';
import type { FaultSwitches } from './faults.ts';
import type { Limits } from './limits.ts';
import type { LineWriter } from './line-writer.ts';
import type { Store } from './store.ts';
import type { Turns } from './turns.ts';

export interface StreamParts {
  writer: LineWriter;
  resolver: CheckpointResolver;
  store: Store;
  faults: FaultSwitches;
  limits: Limits;
  /** Shared by all streams. */
  turns: Turns;
  rawData: boolean;
}

/** One open connection: sends checkpoints and their data until the client or the server ends it. */
export class SyncStream {
  readonly #parts: StreamParts;
  /** Last op id that the client has, per bucket. */
  readonly #positions: Map<string, number>;
  /** The last checkpoint or diff that was sent: the base of the next diff. */
  #sent: Checkpoint | null = null;
  /** Buckets of `#sent` whose data the client may not have. */
  #pending = new Set<string>();
  /** Whether the client got the `checkpoint_complete` line for `#sent`. */
  #complete = false;
  /** Whether a commit may have changed something since `#sent`. */
  #outdated = true;
  #supersededInARow = 0;
  #ended = false;
  #wake: () => void = () => {};

  constructor(parts: StreamParts, positions: Map<string, number>) {
    this.#parts = parts;
    this.#positions = positions;
  }

  /**
   * Resolves when the connection has ended. Throws SyncError if the client exceeds the limits; the response is then
   * aborted.
   */
  async run(): Promise<void> {
    const { store, faults, resolver, turns } = this.#parts;
    const onCommit = (): void => {
      this.#outdated ||= this.#sent === null || resolver.isOutdated(this.#sent);
      if (this.#outdated) this.#wake();
    };
    const stopListening = [store.onCommit(onCommit), faults.onChange(() => this.#wake())];
    try {
      while (!this.#over) {
        if (!this.#outdated || faults.holdCheckpoints) {
          await new Promise<void>((resolve) => (this.#wake = resolve));
          continue;
        }
        if (faults.delayMs > 0) await sleep(faults.delayMs);
        await turns.next();
        if (this.#over) break;
        await this.#announce();
        if (this.#sent && !this.#complete) await this.#sendData(this.#sent);
      }
      this.end();
    } catch (error) {
      // Not ended as if everything had been sent.
      this.#ended = true;
      this.#parts.writer.abort();
      throw error;
    } finally {
      for (const stop of stopListening) stop();
    }
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#parts.writer.end();
    this.#wake();
  }

  get #over(): boolean {
    return this.#ended || this.#parts.writer.closed;
  }

  /** Sends the line for the latest commit, if it changed anything for this client. */
  async #announce(): Promise<void> {
    const { resolver, writer } = this.#parts;
    const next = await resolver.resolve();
    this.#outdated = false;
    const before = this.#sent;
    const change = before && changes(before, next);
    if (before && !change) {
      // Nothing new for this client, but an incomplete checkpoint must still be completed under its own op id.
      this.#sent = { ...before, answersVersion: next.answersVersion };
      return;
    }
    const updated = change ? change.updated.map(({ bucket }) => bucket) : next.buckets.keys();
    this.#pending = new Set([...this.#pending].filter((bucket) => next.buckets.has(bucket)).concat([...updated]));
    this.#sent = next;
    this.#complete = false;
    // The client drops buckets that are not listed, so a bucket that returns later starts empty.
    for (const bucket of this.#positions.keys()) {
      if (!next.buckets.has(bucket)) this.#positions.delete(bucket);
    }
    await writer.line(change ? diffLine(next, change.updated, change.removed) : checkpointLine(next, resolver.streams));
  }

  /** Sends the data of a checkpoint, highest priority first; stops early if a newer commit supersedes it. */
  async #sendData(checkpoint: Checkpoint): Promise<void> {
    const { writer } = this.#parts;
    const lastOpId = String(checkpoint.lastOpId);
    const groups = this.#pendingByPriority(checkpoint);
    for (const [index, { priority, buckets }] of groups.entries()) {
      for (const { bucket } of buckets) {
        if (!(await this.#sendBucket(checkpoint, bucket))) return;
      }
      if (index < groups.length - 1) {
        await writer.line({ partial_checkpoint_complete: { last_op_id: lastOpId, priority } });
      }
    }
    await writer.line({ checkpoint_complete: { last_op_id: lastOpId } });
    for (const bucket of checkpoint.buckets.keys()) this.#positions.set(bucket, checkpoint.lastOpId);
    this.#complete = true;
    this.#supersededInARow = 0;
  }

  /** False if the connection ended or a newer commit superseded the checkpoint. */
  async #sendBucket(checkpoint: Checkpoint, name: string): Promise<boolean> {
    const { limits, rawData, store, writer } = this.#parts;
    const bucket = checkpoint.logs.get(name);
    const options = { ...limits, firstId: store.log.firstId, rawData };
    for (;;) {
      const line = bucket && nextDataLine(bucket, this.#positions.get(name) ?? 0, checkpoint.lastOpId, options);
      if (!line) {
        this.#pending.delete(name);
        return true;
      }
      if (this.#over || this.#superseded()) return false;
      this.#positions.set(name, line.nextAfter);
      await writer.line(line.pieces);
    }
  }

  #superseded(): boolean {
    const { faults, limits } = this.#parts;
    if (!this.#outdated || faults.holdCheckpoints || this.#supersededInARow >= limits.supersedesInARow) return false;
    this.#supersededInARow++;
    return true;
  }

  /** A priority without new data is listed too: its completion lets a client that resumes show what it has. */
  #pendingByPriority(checkpoint: Checkpoint): { priority: number; buckets: BucketState[] }[] {
    const pending = [...checkpoint.buckets.values()].filter(({ bucket }) => this.#pending.has(bucket));
    return [...Map.groupBy(pending, (state) => state.priority)]
      .map(([priority, buckets]) => ({ priority, buckets }))
      .toSorted((a, b) => a.priority - b.priority);
  }
}
