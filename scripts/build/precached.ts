import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface PrecachedFile {
  readonly url: string;
  /** Transferred bytes: the size of the brotli file if there is one. */
  readonly bytes: number;
}

/** Only in browsers without OPFS, or without a reader of codes: sw/precache.ts. */
export const ONLY_IN_SOME = /\/(?:wa-sqlite-async|IDBBatchAtomicVFS|decode)-/;

/**
 * The files that the built service worker at `folder` stores for offline use, in a browser with OPFS that reads codes
 * itself.
 */
export async function precachedFiles(folder: string): Promise<PrecachedFile[]> {
  const worker = await readFile(join(folder, 'sw.js'), 'utf8');
  const list = /\[(?:\{[^{}]*\burl"?:[^{}]*\},?)+\]/.exec(worker)?.[0];
  if (!list) throw new Error('sw.js contains no list of files.');
  const urls = [...list.matchAll(/\burl"?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => match[1] ?? '');
  return measure(
    folder,
    urls.filter((url) => !ONLY_IN_SOME.test(url)),
  );
}

/** The files of the service worker itself: the list, and its code. */
export async function workerFiles(folder: string): Promise<PrecachedFile[]> {
  const code = /importScripts\("\/([^"]+)"\)/.exec(await readFile(join(folder, 'sw.js'), 'utf8'))?.[1];
  if (!code) throw new Error('sw.js loads no code.');
  return measure(folder, ['sw.js', code]);
}

const measure = (folder: string, urls: readonly string[]): Promise<PrecachedFile[]> =>
  Promise.all(urls.map(async (url) => ({ url, bytes: await transferredBytes(join(folder, url)) })));

/** Transferred bytes of a built file: the size of its brotli file if there is one. */
export async function transferredBytes(path: string): Promise<number> {
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}
