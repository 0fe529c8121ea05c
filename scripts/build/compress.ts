import { createHash } from 'node:crypto';
import { copyFile, glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = '**/*.{html,js,css,wasm,svg,json,webmanifest,txt}';
/** Smaller files are not worth the extra headers. */
const WORTH_IT = 512;

const encodings = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
} as const;

/**
 * Writes `<file>.br` and `<file>.gz` next to each text and wasm file of `folder`. The best brotli level takes seconds
 * for the database, so results are cached in `cache` by the hash of the input.
 */
export async function precompress(folder: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const jobs: Promise<void>[] = [];
  for await (const name of glob(COMPRESSIBLE, { cwd: folder })) jobs.push(compress(join(folder, name), cache));
  await Promise.all(jobs);
}

async function compress(path: string, cache: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_IT) return;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  await Promise.all(
    Object.entries(encodings).map(async ([suffix, encode]) => {
      const kept = join(cache, `${hash}.${suffix}`);
      try {
        await copyFile(kept, `${path}.${suffix}`);
      } catch {
        const encoded = await encode(bytes);
        await writeFile(`${path}.${suffix}`, encoded);
        // A temporary name, because another build may write the same entry.
        await writeFile(`${kept}.${process.pid}`, encoded);
        await rename(`${kept}.${process.pid}`, kept);
      }
    }),
  );
}
