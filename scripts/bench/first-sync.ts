import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createZstdDecompress, zstdCompressSync } from 'node:zlib';

import { Backend } from '../../tests/support/backend.ts';
import { copyPreparedDataDir } from '../../tests/support/prepared-data-dir.ts';
import type { Row } from './row.ts';
import { visitorToken } from './tokens.ts';

/** What a visitor's new device receives. */
export interface FirstSync {
  /** Bytes on the wire, compressed, without headers. */
  readonly wire: number;
  /** The same before compression. */
  readonly plain: number;
  /** Of `plain`, those until the feed is complete (priority 1). */
  readonly feed: number;
  readonly rows: number;
  /** The largest first. */
  readonly tables: readonly TablePart[];
}

/** The rows of one table in one stream. */
export interface TablePart {
  readonly stream: string;
  readonly table: string;
  readonly rows: number;
  /** Compressed without all others. */
  readonly alone: number;
}

interface Line {
  readonly data?: { readonly bucket: string; readonly data: readonly { readonly object_type: string }[] };
  readonly partial_checkpoint_complete?: { readonly priority: number };
  readonly checkpoint_complete?: object;
}

const CLI = join(import.meta.dirname, '../../local/cli.ts');
const PRINTED = 4;

/** First syncs with the examples of `npm start`, and after `npm run seed`. The prepared ones are a week's. */
export async function measureFirstSyncs(say: (line: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-first-sync-'));
  try {
    await copyPreparedDataDir(folder);
    const year = await of(folder, 'the examples of a year', 800);
    say('  100,000 posts are added');
    await promisify(execFile)(process.execPath, [CLI, 'seed', '--data-dir', folder], { maxBuffer: 1e8 });
    return [...year, ...(await of(folder, '100,000 posts', 450))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function of(folder: string, what: string, most: number): Promise<Row[]> {
  const backend = await Backend.startOn(folder);
  try {
    const { wire, plain, feed, rows, tables } = await measureFirstSync(backend.url, await visitorToken(backend));
    const name = `first sync of a visitor, ${what}`;
    return [
      { what: name, value: wire / 1000, unit: 'kB', goal: { most } },
      { what: `${name}, before compression`, value: plain / 1000, unit: 'kB' },
      { what: `${name}, the feed's part`, value: feed / 1000, unit: 'kB' },
      { what: `${name}, rows`, value: rows, unit: '' },
      ...tables.slice(0, PRINTED).map(({ stream, table, rows: count, alone }) => ({
        what: `${name}: ${count} ${table} in ${stream}`,
        value: alone / 1000,
        unit: 'kB',
      })),
    ];
  } finally {
    await backend.stop();
  }
}

/** Opens a stream at `url` as the app does, and counts until the first checkpoint is complete. */
export function measureFirstSync(url: string, token: string): Promise<FirstSync> {
  const { promise, resolve, reject } = Promise.withResolvers<FirstSync>();
  const headers = {
    'content-type': 'application/json',
    accept: 'application/x-ndjson',
    'accept-encoding': 'zstd',
    authorization: `Token ${token}`,
  };
  const call = request(`${url}/powersync/sync/stream`, { method: 'POST', headers });
  call.on('error', reject).on('response', (answer) => {
    if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}.`));
    let [wire, feed, plain, rest] = [0, 0, 0, ''];
    const parts = new Map<string, { stream: string; table: string; ops: string[] }>();
    answer.on('data', (chunk: Buffer) => (wire += chunk.length));
    const text = answer.pipe(createZstdDecompress()).on('error', () => {});
    text.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) {
        plain += Buffer.byteLength(one) + 1;
        const { data, partial_checkpoint_complete: partial, checkpoint_complete: complete } = JSON.parse(one) as Line;
        if (partial?.priority === 1) feed = plain;
        for (const op of data?.data ?? []) add(parts, data?.bucket ?? '', op);
        if (!complete) continue;
        call.destroy();
        const tables = [...parts.values()].map(({ ops, ...part }) => ({
          ...part,
          rows: ops.length,
          alone: zstdCompressSync(ops.join()).length,
        }));
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        resolve({ wire, plain, feed, rows, tables: tables.toSorted((a, b) => b.alone - a.alone) });
      }
    });
  });
  call.end(JSON.stringify({ buckets: [], include_checksum: true, raw_data: true, client_id: 'first-sync' }));
  return promise;
}

function add(
  parts: Map<string, { stream: string; table: string; ops: string[] }>,
  bucket: string,
  op: { readonly object_type: string },
): void {
  const stream = bucket.replace(/^\d+#|\|.*$/g, '');
  const key = `${stream} ${op.object_type}`;
  const part = parts.get(key) ?? { stream, table: op.object_type, ops: [] };
  parts.set(key, part);
  part.ops.push(JSON.stringify(op));
}
