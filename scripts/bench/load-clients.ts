import { Agent, request } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';

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
  | { readonly kind: 'delays'; readonly ms: readonly number[] };

/** The title of a post of the load: its number and when it was sent, in milliseconds since 1970. */
const TITLE = /Load post (\d+) at (\d+)/g;
const COMPLETE = '"checkpoint_complete"';
/** Streams that are opened at a time. */
const WAVE = 40;

const agent = new Agent({ maxSockets: Infinity });
const delays: number[] = [];
let bytes = 0;

class Stream {
  readonly seen = new Set<string>();
  ended = false;
  #rest = '';

  /** Milliseconds until the first complete checkpoint. */
  static open(url: string, token: string, streams: Stream[]): Promise<number> {
    const stream = new Stream();
    streams.push(stream);
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const call = request(
        `${url}/powersync/sync/stream`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', authorization: `Token ${token}` } },
        (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}.`));
          const decoder = new StringDecoder();
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (stream.#read(decoder.write(chunk))) resolve(performance.now() - start);
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

  /** True if a checkpoint has been completed. */
  #read(text: string): boolean {
    const all = this.#rest + text;
    const end = all.lastIndexOf('\n');
    if (end < 0) {
      this.#rest = all;
      return false;
    }
    const lines = all.slice(0, end);
    this.#rest = all.slice(end + 1);
    for (const [, number = '', sentAt] of lines.matchAll(TITLE)) {
      if (this.seen.has(number)) continue;
      this.seen.add(number);
      delays.push(Date.now() - Number(sentAt));
    }
    return lines.includes(COMPLETE);
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

process.on('message', (message: ClientsOptions | 'state' | 'delays') => {
  if (message === 'delays') return report({ kind: 'delays', ms: delays });
  if (message !== 'state') return void open(message);
  const seen = Map.groupBy(streams, (stream) => stream.seen.size);
  report({
    kind: 'state',
    seen: [...seen].map(([posts, some]) => [posts, some.length] as const),
    ended: streams.filter(({ ended }) => ended).length,
    bytes,
  });
});
process.on('disconnect', () => process.exit());
