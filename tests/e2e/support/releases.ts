import { cp, glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describeFile, PAGE } from '../../../scripts/build/parts.ts';
import { storePage, writePatches } from '../../../scripts/build/patches.ts';
import { retainPreviousAssets } from '../../../scripts/build/previous-assets.ts';
import type { ListedFile } from '../../../scripts/build/worker.ts';

const APP = join(import.meta.dirname, '../../../dist/app');

/** The built release shows `now` where the one before shows `before`, on the screen /settings. */
export const CHANGED_WORD = { now: 'Text size', before: 'Letter size' };

/** Parts of the app that name each other, so that the name of each changes with any of them. */
const CHUNK = /\b((?:index|around|database|post|screens|staff|drafts)-)([\w-]{8})\.js/g;
const LIST = /^self\.__WB_MANIFEST=(\[.*?\]);(?=self\.trustedTypes|importScripts)/;

const listOf = async (folder: string): Promise<ListedFile[]> =>
  JSON.parse(LIST.exec(await readFile(join(folder, 'sw.js'), 'utf8'))?.[1] ?? '[]') as ListedFile[];

/**
 * Writes the release before the built one to `folder`: with one other word, and therefore with other names of all
 * chunks.
 */
export async function writeReleaseBefore(folder: string): Promise<void> {
  await cp(APP, folder, { recursive: true });
  const renamed = (text: string) =>
    text.replaceAll(CHUNK, (_, name: string, hash: string) => `${name}${[...hash].toReversed().join('')}.js`);
  for await (const name of glob('{index.html,sw.js,assets/*.js}', { cwd: folder })) {
    const path = join(folder, name);
    if (/\.part\d/.test(name)) {
      await rm(path);
      continue;
    }
    const text = await readFile(path, 'utf8');
    const earlier = renamed(text).replaceAll(CHANGED_WORD.now, CHANGED_WORD.before);
    if (earlier === text && renamed(name) === name) continue;
    for (const suffix of ['.br', '.gz']) await rm(path + suffix, { force: true });
    await writeFile(path, earlier);
    await rename(path, join(folder, renamed(name)));
  }
  const files = await listOf(folder);
  const list = files.map(async (file) => {
    const { size: bytes, hash } = await describeFile(folder, file.url);
    return { ...file, ...(file.url === PAGE && { revision: hash }), bytes, hash };
  });
  const worker = await readFile(join(folder, 'sw.js'), 'utf8');
  const text = JSON.stringify(await Promise.all(list));
  await writeFile(
    join(folder, 'sw.js'),
    worker.replace(LIST, () => `self.__WB_MANIFEST=${text};`),
  );
}

/** Writes the built release to `folder` as `scripts/build.ts --release` does after the one at `before`. */
export async function writeReleaseAfter(before: string, folder: string): Promise<void> {
  await cp(APP, folder, { recursive: true });
  await storePage(before);
  await retainPreviousAssets(before, folder, join(folder, '../assets.list'));
  await writePatches(folder, await listOf(folder));
}
