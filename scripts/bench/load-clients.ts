import { Agent, request } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';

/** A process with many open sync streams. It is controlled by messages of its parent. */
export interface ClientsOptions {
  readonly url: string;
  /** One for each stream. */
  readonly tokens: readonly string[];
}

export type ClientsReport =
  | { readonly kind: 'open'; readonly ms: readonly number[]; readonly bytes: number }
  | {
      readonly kind: 'state';
      /** Streams that have this many of the load's posts: `[posts, streams]`. */
      readonly seen: readonly (readonly [number, number])[];
      readonly ended: number;
      readonly bytes: number;
    }
  | {
      readonly kind: 'arrivals';
      /** By the number of each post: when each device had it, in milliseconds since 1970. */
      readonly at: Readonly<Record<string, readonly number[]>>;
    };

/** The title of a post of the load. */
const TITLE = /Load post (\d+)/g;
const COMPLETE = '"checkpoint_complete"';
/** Streams that are opened at a time. */
const WAVE = 40;

const agent = new Agent({ maxSockets: Infinity });
const arrivals: Record<string, number[]> = {};
let bytes = 0;

/** Reads what a browser's stream reads, compressed as browsers request it. */
class Stream {
  readonly seen = new Set<string>();
  ended = false;
  /** Called once, at the first complete checkpoint. */
  #onComplete: (() => void) | undefined;
  #rest = '';
  /**
   * What has arrived and is not decompressed. During the load nothing is: the devices' own work would take the time of
   * the server that is measured.
   */
  #waiting: { at: number; chunk: Buffer }[] = [];
  #working: Promise<void> = Promise.resolve();
  readonly #text = new StringDecoder();
  readonly #decoder = createZstdDecompress();
  /** When the chunk arrived that is decompressed now. */
  #at = 0;

  constructor() {
    this.#decoder.on('data', (part: Buffer) => this.#read(this.#text.write(part), this.#at));
  }

  /** Milliseconds until the first complete checkpoint. */
  static open(url: string, token: string, streams: Stream[]): Promise<number> {
    const stream = new Stream();
    streams.push(stream);
    const start = performance.now();
    return new Promise((resolve, reject) => {
      stream.#onComplete = () => resolve(performance.now() - start);
      const call = request(
        `${url}/powersync/sync/stream`,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'accept-encoding': 'gzip, deflate, br, zstd',
            authorization: `Token ${token}`,
          },
        },
        (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}.`));
          if (answer.headers['content-encoding'] !== 'zstd') return reject(new Error('A stream is not compressed.'));
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            stream.#waiting.push({ at: Date.now(), chunk });
            if (stream.#onComplete) void stream.decode();
          });
          answer.on('close', () => {
            stream.ended = true;
            reject(new Error('A stream ended before its first checkpoint.'));
          });
          answer.on('error', () => {});
        },
      );
      call.on('error', reject);
      call.end(
        JSON.stringify({ buckets: [], include_checksum: true, raw_data: true, client_id: `load-${streams.length}` }),
      );
    });
  }

  /** Reads everything that has arrived. */
  decode(): Promise<void> {
    this.#working = this.#working.then(async () => {
      for (const { at, chunk } of this.#waiting.splice(0)) {
        this.#at = at;
        await new Promise<void>((resolve) => this.#decoder.write(chunk, () => resolve()));
      }
    });
    return this.#working;
  }

  #read(text: string, at: number): void {
    const all = this.#rest + text;
    const end = all.lastIndexOf('\n');
    if (end < 0) {
      this.#rest = all;
      return;
    }
    const lines = all.slice(0, end);
    this.#rest = all.slice(end + 1);
    for (const [, number = ''] of lines.matchAll(TITLE)) {
      if (this.seen.has(number)) continue;
      this.seen.add(number);
      (arrivals[number] ??= []).push(at);
    }
    if (!lines.includes(COMPLETE)) return;
    this.#onComplete?.();
    this.#onComplete = undefined;
  }
}

const streams: Stream[] = [];
const report = (message: ClientsReport): void => void process.send?.(message);

async function open({ url, tokens }: ClientsOptions): Promise<void> {
  const ms: number[] = [];
  for (let from = 0; from < tokens.length; from += WAVE) {
    const wave = tokens.slice(from, from + WAVE).map((token) => Stream.open(url, token, streams));
    ms.push(...(await Promise.all(wave)));
    await pause(20);
  }
  report({ kind: 'open', ms, bytes });
}

process.on('message', (message: ClientsOptions | 'state' | 'bytes' | 'arrivals') => {
  if (message === 'arrivals') return report({ kind: 'arrivals', at: arrivals });
  if (message === 'bytes') return report({ kind: 'state', seen: [], ended: 0, bytes });
  if (message === 'state') return void state();
  void open(message);
});

async function state(): Promise<void> {
  for (const stream of streams) await stream.decode();
  const seen = Map.groupBy(streams, (stream) => stream.seen.size);
  report({
    kind: 'state',
    seen: [...seen].map(([posts, some]) => [posts, some.length] as const),
    ended: streams.filter(({ ended }) => ended).length,
    bytes,
  });
}
process.on('disconnect', () => process.exit());
