import { createReadStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UUID } from '../caller.ts';

/** Files on disk, named by a random version id and never by user input. */
export interface Files {
  write(version: string, bytes: Buffer): Promise<void>;
  /** Takes over a file of the same file system, which also stays where it is. */
  adopt(version: string, path: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  read(version: string, range?: { start: number; end: number }): ReadStream;
  remove(version: string | null): Promise<void>;
  /** Versions that were written, copied or adopted before this time. */
  olderThan(time: number): Promise<string[]>;
}

export async function openFiles(dataDir: string): Promise<Files> {
  const root = join(dataDir, 'objects');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const pathOf = (version: string): string => {
    if (!UUID.test(version)) throw new Error('An object has an invalid version.');
    return join(root, version.slice(0, 2), version);
  };
  const makeFolder = (version: string) => mkdir(join(root, version.slice(0, 2)), { recursive: true, mode: 0o700 });
  return {
    async write(version, bytes) {
      const path = pathOf(version);
      await makeFolder(version);
      // On the disk before the row says that it is there.
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
    },
    async adopt(version, path) {
      await makeFolder(version);
      await link(path, pathOf(version));
    },
    async copy(from, to) {
      const path = pathOf(to);
      await makeFolder(to);
      await copyFile(pathOf(from), path);
    },
    read: (version, range) => createReadStream(pathOf(version), range),
    async remove(version) {
      if (version !== null && UUID.test(version)) await rm(pathOf(version), { force: true });
    },
    async olderThan(time) {
      const found: string[] = [];
      for (const folder of await readdir(root)) {
        for (const name of await readdir(join(root, folder)).catch(() => [])) {
          // ctime: a file that is adopted keeps its mtime.
          const facts = UUID.test(name) ? await stat(join(root, folder, name)).catch(() => null) : null;
          if (facts && facts.ctimeMs < time) found.push(name);
        }
      }
      return found;
    },
  };
}
