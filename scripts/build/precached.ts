import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface PrecachedFile {
  readonly url: string;
  /** Bytes that travel: the brotli file where there is one. */
  readonly bytes: number;
}

/** What the built service worker at `folder` keeps for offline use. */
export async function precachedFiles(folder: string): Promise<PrecachedFile[]> {
  const worker = await readFile(join(folder, 'sw.js'), 'utf8');
  const list = /\[(?:\{[^{}]*\burl"?:[^{}]*\},?)+\]/.exec(worker)?.[0];
  if (!list) throw new Error('sw.js carries no list of files.');
  const urls = [...list.matchAll(/\burl"?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => match[1] ?? '');
  return Promise.all(urls.map(async (url) => ({ url, bytes: await travelling(join(folder, url)) })));
}

/** Bytes of a built file on the wire: those of its brotli sibling where there is one. */
export async function travelling(path: string): Promise<number> {
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}
