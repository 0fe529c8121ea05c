import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { writeFileAtomically } from './files.ts';
import { codeOf, isDiskFull, diskFull, UserError } from './user-error.ts';

/** Marks a folder as ours. Folders without this file are never deleted. */
const MARKER = 'rangeday.json';

/** All files that we create in a data directory; reset deletes only these. */
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

/**
 * Folder for files outside the checkout if root runs this: Postgres then runs as another user, who must be able to read
 * it.
 */
export function rootStateDir(): string {
  for (const parent of ['/var/lib', tmpdir()]) {
    try {
      accessSync(parent, constants.W_OK);
      return join(parent, 'rangeday');
    } catch {
      // Try the next one.
    }
  }
  return join(tmpdir(), 'rangeday');
}

export function defaultDataDir(checkout: string): string {
  if (process.getuid?.() !== 0) return join(checkout, '.data');
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return join(rootStateDir(), `${basename(checkout)}-${hash}`);
}

/** Creates or opens a data directory. Throws UserError if the path cannot be used. */
export async function openDataDir(path: string): Promise<DataDir> {
  const dir = resolve(path);
  await makeFolder(dir);
  const known = await readMarker(dir);
  if (!known) {
    const foreign = (await readdir(dir)).filter((name) => !OURS.includes(name) && name !== MARKER);
    if (foreign.length > 0) {
      throw new UserError(
        `${dir} contains other files (${foreign.slice(0, 3).join(', ')}). Choose an empty or new folder with --data-dir.`,
      );
    }
  }
  const marker: Marker = known ?? { product: 'rangeday', seeded: false };
  try {
    await access(dir, constants.W_OK | constants.X_OK);
    await writeFileAtomically(join(dir, MARKER), JSON.stringify(marker), 0o644);
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
      await writeFileAtomically(join(dir, MARKER), JSON.stringify(marker), 0o644);
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
  throw new UserError(`${dir} is not a folder. Choose another one with --data-dir.`);
}

function notWritable(dir: string, cause: unknown): UserError {
  if (isDiskFull(cause)) return diskFull(dir, cause);
  return new UserError(`The folder ${dir} is not writable for this user. Choose another one with --data-dir.`, {
    cause,
  });
}

async function readMarker(dir: string): Promise<Marker | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(dir, MARKER), 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('product' in value) || value.product !== 'rangeday') return undefined;
    return { product: 'rangeday', seeded: 'seeded' in value && value.seeded === true };
  } catch (error) {
    if (codeOf(error) === 'EACCES')
      throw new UserError(`The folder ${dir} is not readable for this user.`, { cause: error });
    return undefined;
  }
}

/** Deletes our files in `path`. Returns false if there were none. Throws UserError if the folder is not ours. */
export async function deleteDataDir(path: string): Promise<boolean> {
  const dir = resolve(path);
  if (!existsSync(dir)) return false;
  if (!(await stat(dir)).isDirectory()) throw new UserError(`${dir} is not a folder, so nothing was deleted.`);
  if (!(await readMarker(dir))) {
    throw new UserError(`${dir} was not created by Rangeday (it contains no ${MARKER}), so nothing was deleted.`);
  }
  for (const name of OURS) await rm(join(dir, name), { recursive: true, force: true });
  // Last, so that an interrupted reset can be repeated.
  await rm(join(dir, MARKER), { force: true });
  if ((await readdir(dir)).length === 0) await rm(dir, { recursive: true });
  return true;
}
