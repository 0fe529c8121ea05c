import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createGunzip, createZstdDecompress } from 'node:zlib';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- lines are asserted on, field by field
export type Line = any;

/** A client that reads the protocol line by line and can stop reading. */
export class RawStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Every line received so far. */
  readonly lines: Line[] = [];
  ended = false;
  /** Whether the response was aborted instead of ended. */
  aborted = false;
  readonly #request: ClientRequest;
  readonly #response: IncomingMessage;
  #waiters: (() => void)[] = [];
  #taken = 0;

  private constructor(req: ClientRequest, response: IncomingMessage) {
    this.#request = req;
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    let rest = '';
    const wake = (): void => {
      for (const waiter of this.#waiters.splice(0)) waiter();
    };
    const encoding = response.headers['content-encoding'];
    const text =
      encoding === undefined ? response : response.pipe(encoding === 'zstd' ? createZstdDecompress() : createGunzip());
    // Of a stream that is cut.
    if (text !== response) text.on('error', () => {});
    text.setEncoding('utf8');
    text.on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) if (part) this.lines.push(JSON.parse(part));
      wake();
    });
    const end = (): void => {
      this.ended = true;
      this.aborted = !response.complete;
      if (rest && this.lines.length === 0) this.lines.push(JSON.parse(rest));
      wake();
    };
    response.on('end', end).on('error', end).on('close', end);
  }

  /** Subscriptions need only their stream. The other fields of the stock client are added. */
  static open(
    world: { readonly url: string; onClose(closer: () => unknown): void },
    token: string | null,
    body: { streams?: { include_defaults?: boolean; subscriptions: object[] }; [field: string]: unknown } = {},
    headers: Record<string, string> = {},
  ): Promise<RawStream> {
    const subscriptions = body.streams?.subscriptions.map((one) => ({
      parameters: null,
      override_priority: null,
      ...one,
    }));
    const streams = body.streams && { ...body.streams, subscriptions };
    return new Promise((resolve, reject) => {
      const req = request(`${world.url}/powersync/sync/stream`, {
        method: 'POST',
        agent: false,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/x-ndjson',
          ...(token === null ? {} : { Authorization: `Token ${token}` }),
          ...headers,
        },
      });
      req.on('error', reject);
      req.on('response', (response) => {
        const stream = new RawStream(req, response);
        world.onClose(() => stream.close());
        resolve(stream);
      });
      req.end(
        JSON.stringify({ buckets: [], include_checksum: true, raw_data: true, client_id: 'raw', ...body, streams }),
      );
    });
  }

  /** The next unread line with this key (lines before it are skipped); fails after 10 s or at the end. */
  async next(key: string): Promise<Line> {
    for (;;) {
      while (this.#taken < this.lines.length) {
        const line = this.lines[this.#taken++];
        if (key in line) return line[key];
      }
      if (this.ended) throw new Error(`The stream ended before a ${key} line: ${JSON.stringify(this.lines.slice(-5))}`);
      await this.#more(key);
    }
  }

  /** All lines up to and with the next `checkpoint_complete`. */
  async complete(): Promise<Line[]> {
    const from = this.#taken;
    await this.next('checkpoint_complete');
    return this.lines.slice(from, this.#taken);
  }

  async end(): Promise<void> {
    while (!this.ended) await this.#more('end');
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #more(what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      // oxlint-disable-next-line rangeday/no-sleep -- ends a wait for a line that never comes
      const timer = setTimeout(
        () => reject(new Error(`No ${what} within 10 s; last lines: ${JSON.stringify(this.lines.slice(-3))}`)),
        10_000,
      );
      this.#waiters.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** The rows of a client after these lines, by bucket/type/id. Verifies every checksum. */
export class Replica {
  readonly buckets = new Map<string, { sum: number; ops: Map<string, Line>; after: string }>();
  #checkpoint = new Map<string, number>();

  apply(lines: Line[]): this {
    for (const line of lines) this.#line(line);
    return this;
  }

  rows(): Line[] {
    return [...this.buckets.values()].flatMap(({ ops }) => [...ops.values()]).map((op) => JSON.parse(op.data));
  }

  ids(): string[] {
    return this.rows()
      .map((row) => row.id as string)
      .toSorted();
  }

  /** `buckets` of a reconnect. */
  positions(): { name: string; after: string }[] {
    return [...this.buckets].map(([name, { after }]) => ({ name, after }));
  }

  #line(line: Line): void {
    if (line.checkpoint) {
      this.#checkpoint = new Map(line.checkpoint.buckets.map((b: Line) => [b.bucket, b.checksum]));
      for (const name of this.buckets.keys()) if (!this.#checkpoint.has(name)) this.buckets.delete(name);
    } else if (line.checkpoint_diff) {
      for (const bucket of line.checkpoint_diff.updated_buckets) this.#checkpoint.set(bucket.bucket, bucket.checksum);
      for (const name of line.checkpoint_diff.removed_buckets) {
        this.#checkpoint.delete(name);
        this.buckets.delete(name);
      }
    } else if (line.data) {
      const held = this.buckets.get(line.data.bucket) ?? { sum: 0, ops: new Map(), after: '0' };
      this.buckets.set(line.data.bucket, held);
      for (const op of line.data.data) {
        held.sum = (held.sum + op.checksum) | 0;
        const key = `${op.object_type}/${op.object_id}/${op.subkey}`;
        if (op.op === 'PUT') held.ops.set(key, op);
        else held.ops.delete(key);
      }
      held.after = line.data.next_after;
    } else if (line.checkpoint_complete) {
      for (const [name, checksum] of this.#checkpoint) {
        const held = this.buckets.get(name);
        if ((held?.sum ?? 0) !== checksum) throw new Error(`checksum of ${name}: ${held?.sum ?? 0} ≠ ${checksum}`);
        if (held) held.after = line.checkpoint_complete.last_op_id;
      }
    }
  }
}
