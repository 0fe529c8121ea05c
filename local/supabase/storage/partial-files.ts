import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UUID } from '../caller.ts';
import type { Json } from '../http.ts';

/** Milliseconds that an upload may rest. */
const LIFE = 24 * 3_600_000;

/** Stored beside the bytes, so that an upload continues after a restart. */
export interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly upsert: boolean;
  readonly length: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly userMetadata: Json | null;
  /** The member or address that began it, and alone may continue it. */
  readonly owner: string;
  readonly isDone: boolean;
}

/** Uploads whose last byte has not arrived, as two files each. */
export interface PartialFiles {
  /** The bytes that have arrived. */
  path(id: string): string;
  /** Resolves with its id. */
  create(upload: Upload): Promise<string>;
  change(id: string, upload: Upload): Promise<void>;
  /** Null: there is none. */
  read(id: string): Promise<Upload | null>;
  /** The number of bytes that have arrived; null: they are lost. */
  size(id: string): Promise<number | null>;
  /** What arrives before a lost connection is kept. */
  append(id: string, body: AsyncIterable<Buffer>): Promise<void>;
  removeBytes(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes uploads that have rested too long; resolves with the number of open ones of the owner. */
  sweep(owner: string, isBusy: (id: string) => boolean): Promise<number>;
}

export async function openPartialFiles(dataDir: string): Promise<PartialFiles> {
  const root = join(dataDir, 'uploads');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const path = (id: string): string => join(root, `${id}.part`);
  const factsOf = (id: string): string => join(root, `${id}.json`);

  const removeBytes = (id: string): Promise<void> => rm(path(id), { force: true });
  async function remove(id: string): Promise<void> {
    await Promise.all([removeBytes(id), rm(factsOf(id), { force: true })]);
  }

  async function change(id: string, upload: Upload): Promise<void> {
    // Renamed when complete, so that a crash leaves no half file.
    await writeFile(`${factsOf(id)}.new`, JSON.stringify(upload), { mode: 0o600 });
    await rename(`${factsOf(id)}.new`, factsOf(id));
  }

  async function create(upload: Upload): Promise<string> {
    const id = randomUUID();
    await writeFile(path(id), '', { mode: 0o600, flag: 'wx' });
    await change(id, upload);
    return id;
  }

  async function read(id: string): Promise<Upload | null> {
    const text = UUID.test(id) ? await readFile(factsOf(id), 'utf8').catch(() => null) : null;
    return text === null ? null : (JSON.parse(text) as Upload);
  }

  async function append(id: string, body: AsyncIterable<Buffer>): Promise<void> {
    await using file = await open(path(id), 'a');
    try {
      // Not through a stream, whose buffer would be lost with the connection.
      for await (const chunk of body) await file.appendFile(chunk);
    } finally {
      await file.datasync();
    }
  }

  async function sweep(owner: string, isBusy: (id: string) => boolean): Promise<number> {
    let count = 0;
    for (const name of await readdir(root)) {
      const [id = '', kind] = name.split('.', 2);
      if (kind !== 'json' || isBusy(id)) continue;
      const touched = await Promise.all([stat(factsOf(id)), stat(path(id)).catch(() => null)]).catch(() => []);
      if (Date.now() - Math.max(0, ...touched.map((file) => file?.mtimeMs ?? 0)) > LIFE) await remove(id);
      else {
        const upload = JSON.parse(await readFile(factsOf(id), 'utf8')) as Upload;
        if (upload.owner === owner && !upload.isDone) count += 1;
      }
    }
    return count;
  }

  return {
    ...{ path, create, change, read, append, removeBytes, remove, sweep },
    size: async (id) => (await stat(path(id)).catch(() => null))?.size ?? null,
  };
}
