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
  /** Resolves with its id; null: its owner has `most` open uploads. */
  create(upload: Upload, most?: number): Promise<string | null>;
  change(id: string, upload: Upload): Promise<void>;
  /** Null: there is none. */
  read(id: string): Promise<Upload | null>;
  /** The number of bytes that have arrived; null: they are lost. */
  size(id: string): Promise<number | null>;
  /** What arrives before a lost connection is kept. */
  append(id: string, body: AsyncIterable<Buffer>): Promise<void>;
  removeBytes(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Deletes what has not changed for `LIFE` before `now`, also parts of an upload whose other file is missing. Resolves
   * with the number of deleted files.
   */
  removeOld(now: number): Promise<number>;
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

  /** What was last created for an owner: one after the other, so that two at once do not exceed a limit together. */
  const creating = new Map<string, Promise<unknown>>();

  async function create(upload: Upload, most = Infinity): Promise<string | null> {
    const { owner } = upload;
    const work = () => createNext(upload, most);
    const made = (creating.get(owner) ?? Promise.resolve()).then(work, work);
    creating.set(owner, made);
    try {
      return await made;
    } finally {
      if (creating.get(owner) === made) creating.delete(owner);
    }
  }

  async function createNext(upload: Upload, most: number): Promise<string | null> {
    if ((await count(upload.owner)) >= most) return null;
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

  async function count(owner: string): Promise<number> {
    let open = 0;
    for (const name of await readdir(root)) {
      if (!name.endsWith('.json')) continue;
      const upload = await read(name.slice(0, -'.json'.length));
      if (upload?.owner === owner && !upload.isDone) open += 1;
    }
    return open;
  }

  async function removeOld(now: number): Promise<number> {
    const touched = new Map<string, number>();
    const names = await readdir(root);
    for (const name of names) {
      const id = name.split('.', 1)[0] ?? '';
      const facts = await stat(join(root, name)).catch(() => null);
      touched.set(id, Math.max(touched.get(id) ?? 0, facts?.mtimeMs ?? 0));
    }
    const old = names.filter((name) => now - (touched.get(name.split('.', 1)[0] ?? '') ?? now) > LIFE);
    for (const name of old) await rm(join(root, name), { force: true });
    return old.length;
  }

  return {
    ...{ path, create, change, read, append, removeBytes, remove, removeOld },
    size: async (id) => (await stat(path(id)).catch(() => null))?.size ?? null,
  };
}
