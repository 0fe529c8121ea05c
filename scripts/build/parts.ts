import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PART_BYTES, partOf, SPLIT_FROM } from '#contract/app-parts.ts';
import { installedPage } from '#contract/app-patches.ts';

export const PAGE = 'index.html';

/** The record of a file that the service worker stores (sw/app-files.ts). */
export interface FileFacts {
  /** Bytes before compression. */
  readonly size: number;
  /**
   * The first 16 characters of its SHA-256 in base64url: 96 bits tell a file from what a captive portal answers
   * instead. Of the page as it is stored.
   */
  readonly hash: string;
}

/**
 * Writes the parts of a large file at `folder` beside it, and returns what the service worker must know of the file.
 */
export async function describeFile(folder: string, url: string): Promise<FileFacts> {
  const path = join(folder, url);
  const bytes = await readFile(path);
  if (bytes.length >= SPLIT_FROM) {
    const count = Math.floor(bytes.length / PART_BYTES) + 1;
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        writeFile(partOf(path, index), bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)),
      ),
    );
  }
  const stored = url === PAGE ? installedPage(bytes.toString()) : bytes;
  return { size: bytes.length, hash: createHash('sha256').update(stored).digest('base64url').slice(0, 16) };
}
