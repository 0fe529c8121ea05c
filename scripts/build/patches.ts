import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

import { installedPage, lastingName, PATCHED_FROM, patchPath } from '#contract/app-patches.ts';
import { PAGE } from './parts.ts';
import { transferredBytes } from './precached.ts';
import type { ListedFile } from './worker.ts';

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16);

/** Read file of a build, as a device stores it. */
async function readStored(folder: string, url: string): Promise<Buffer> {
  const bytes = await readFile(join(folder, url));
  return url === PAGE ? Buffer.from(installedPage(bytes.toString())) : bytes;
}

/** Where the page of a release stays for the next ones. Not as HTML: it is not a page at this address. */
const keptPage = (hash: string): string => `assets/page-${hash.slice(0, 8)}.txt`;
const KEPT_PAGE = lastingName(keptPage('--------'));

/** Keeps the page of this release beside its assets, so that later releases write patches from it. */
export async function storePage(folder: string): Promise<void> {
  const page = await readStored(folder, PAGE);
  await writeFile(join(folder, keptPage(hashOf(page))), page);
}

/**
 * Writes a patch for each of `files` from each earlier one of the same name in the assets at `folder`, where
 * scripts/build/previous-assets.ts has put them. None where it is not much smaller than the file itself.
 */
export async function writePatches(folder: string, files: readonly ListedFile[]): Promise<void> {
  const earlier: string[] = [];
  for await (const name of glob('assets/*', { cwd: folder, exclude: ['**/*.{br,gz}', '**/*.part+([0-9]).*'] }))
    earlier.push(name);
  await mkdir(join(folder, patchPath('', ''), '..'), { recursive: true });
  for (const { url, hash } of files) {
    const name = url === PAGE ? KEPT_PAGE : lastingName(url);
    const bytes = await readStored(folder, url);
    if (bytes.length < PATCHED_FROM) continue;
    const whole = await transferredBytes(join(folder, url));
    const sources = earlier.filter((one) => one !== url && lastingName(one) === name);
    await Promise.all(
      sources.map(async (one) => {
        const source = await readFile(join(folder, one));
        const from = hashOf(source);
        // Of this release.
        if (from === hash) return;
        const patch = await patchBetween(source, bytes);
        if (patch.length < 0.8 * whole) await writeFile(join(folder, patchPath(from, hash)), patch);
      }),
    );
  }
}

/** As `zstd --patch-from` writes it. */
export const patchBetween = (source: Buffer, target: Buffer): Promise<Buffer> =>
  promisify(zstdCompress)(target, {
    dictionary: source,
    pledgedSrcSize: target.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      // Both fit into it.
      [constants.ZSTD_c_windowLog]: 22,
    },
  });
