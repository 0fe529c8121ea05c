import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { writeFileWhole } from './files.ts';
import { codeOf, isDiskFull, diskFull, Sentence } from './sentence.ts';

/** The file that says "this folder is ours". Without it nothing is ever deleted. */
const MARKER = 'rangeday.json';

/** What this product makes in a data directory; reset deletes these and nothing else. */
const OURS = [
  'postgres',
  'postgres.new',
  'postgres.password',
  'postgres.port',
  'deno',
  'objects',
  'logs',
  'secrets.json',
  'providers.json',
  'run.json',
  'mail.jsonl',
];

export interface DataDir {
  readonly path: string;
  readonly logs: string;
  readonly seeded: boolean;
  markSeeded(): Promise<void>;
}

interface Marker {
  product: 'rangeday';
  seeded: boolean;
}

/** Where things outside the checkout go when root starts this: Postgres runs as another user, who must get there. */
export function rootStateDir(): string {
  for (const parent of ['/var/lib', tmpdir()]) {
    try {
      accessSync(parent, constants.W_OK);
      return join(parent, 'rangeday');
    } catch {
      // the next one
    }
  }
  return join(tmpdir(), 'rangeday');
}

export function defaultDataDir(checkout: string): string {
  if (process.getuid?.() !== 0) return join(checkout, '.data');
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return join(rootStateDir(), `${basename(checkout)}-${hash}`);
}

/** Makes or opens a data directory. Throws Sentence when the path cannot be one. */
export async function openDataDir(path: string): Promise<DataDir> {
  const dir = resolve(path);
  await makeFolder(dir);
  const known = await readMarker(dir);
  if (!known) {
    const strangers = (await readdir(dir)).filter((name) => !OURS.includes(name) && name !== MARKER);
    if (strangers.length > 0) {
      throw new Sentence(
        `${dir} holds other files (${strangers.slice(0, 3).join(', ')}). Choose an empty or a new folder with --data-dir.`,
      );
    }
  }
  const marker: Marker = known ?? { product: 'rangeday', seeded: false };
  try {
    await access(dir, constants.W_OK | constants.X_OK);
    await writeFileWhole(join(dir, MARKER), JSON.stringify(marker), 0o644);
    await mkdir(join(dir, 'logs'), { recursive: true });
  } catch (error) {
    throw notWritable(dir, error);
  }
  return {
    path: dir,
    logs: join(dir, 'logs'),
    get seeded() {
      return marker.seeded;
    },
    async markSeeded() {
      marker.seeded = true;
      await writeFileWhole(join(dir, MARKER), JSON.stringify(marker), 0o644);
    },
  };
}

async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o755 });
    if ((await stat(dir)).isDirectory()) return;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENOTDIR') throw notWritable(dir, error);
  }
  throw new Sentence(`${dir} is not a folder. Choose another one with --data-dir.`);
}

function notWritable(dir: string, cause: unknown): Sentence {
  if (isDiskFull(cause)) return diskFull(dir, cause);
  return new Sentence(`The folder ${dir} is not writable for you. Choose another one with --data-dir.`, { cause });
}

async function readMarker(dir: string): Promise<Marker | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(dir, MARKER), 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('product' in value) || value.product !== 'rangeday') return undefined;
    return { product: 'rangeday', seeded: 'seeded' in value && value.seeded === true };
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw new Sentence(`The folder ${dir} is not readable for you.`, { cause: error });
    return undefined;
  }
}

/** Deletes what this product made in `path`. False when there was nothing. Refuses a folder that is not ours. */
export async function deleteDataDir(path: string): Promise<boolean> {
  const dir = resolve(path);
  if (!existsSync(dir)) return false;
  if (!(await stat(dir)).isDirectory()) throw new Sentence(`${dir} is not a folder, so nothing was deleted.`);
  if (!(await readMarker(dir))) {
    throw new Sentence(`${dir} was not made by Rangeday (it has no ${MARKER}), so nothing was deleted.`);
  }
  for (const name of OURS) await rm(join(dir, name), { recursive: true, force: true });
  // Last, so that an interrupted reset can be repeated.
  await rm(join(dir, MARKER), { force: true });
  if ((await readdir(dir)).length === 0) await rm(dir, { recursive: true });
  return true;
}
