import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { copyFolder } from './copy-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/prepared');
const DAY = 24 * 60 * 60_000;

export interface CachedFolder {
  /** Groups the copies of one kind below .cache/prepared. */
  readonly kind: string;
  /** Everything the content depends on; other inputs make another copy. */
  readonly inputs: readonly string[];
  /** Fills `folder` when there is no copy yet. Must leave it closed: nothing may write there afterwards. */
  make(folder: string): Promise<void>;
}

/** Fills `target` with a copy of the folder that `make` made for these inputs, making it now if it does not exist. */
export async function fillFromCache(target: string, { kind, inputs, make }: CachedFolder): Promise<void> {
  // Copies keep their owners, so root and an ordinary user each have their own.
  const key = createHash('sha256')
    .update(JSON.stringify([process.getuid?.(), ...inputs]))
    .digest('hex');
  const kept = join(CACHE, kind, key.slice(0, 24));
  if (existsSync(kept)) {
    const now = new Date();
    await utimes(kept, now, now);
    await copyFolder(kept, target);
  } else {
    await make(target);
    await keep(target, kept);
  }
}

/** Renamed only when complete. Copies that were not used for a day are deleted. */
async function keep(source: string, kept: string): Promise<void> {
  const draft = `${kept}.${process.pid}`;
  const folder = join(kept, '..');
  try {
    await copyFolder(source, draft);
    await rename(draft, kept);
    for (const old of await readdir(folder)) {
      const { mtimeMs } = await stat(join(folder, old));
      if (mtimeMs < Date.now() - DAY) await rm(join(folder, old), { recursive: true, force: true });
    }
  } catch {
    // Another process was faster, or the checkout is read-only: the next caller makes its own.
    await rm(draft, { recursive: true, force: true });
  }
}

/** Names and texts of files, and of all files in folders, relative to the checkout: for `inputs`. */
export function textsOf(...paths: string[]): string[] {
  return paths.flatMap((path) => {
    const absolute = join(ROOT, path);
    if (!statSync(absolute).isDirectory()) return [path, readFileSync(absolute, 'utf8')];
    const names = readdirSync(absolute, { recursive: true, encoding: 'utf8' }).toSorted();
    return textsOf(...names.map((name) => join(path, name)).filter((name) => statSync(join(ROOT, name)).isFile()));
  });
}
