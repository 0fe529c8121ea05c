import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';

import { caddyHeaders } from './build/caddy-headers.ts';
import { precompress } from './build/compress.ts';
import { documentHeaders, readScreens } from './build/document-headers.ts';
import { headersFor } from './build/headers.ts';
import { inlineFirstFrame } from './build/inline.ts';
import { hashInputs } from './build/inputs.ts';
import { storePage, writePatches } from './build/patches.ts';
import { retainPreviousAssets } from './build/previous-assets.ts';
import { buildWorker } from './build/worker.ts';

const ROOT = join(import.meta.dirname, '..');
const APP = join(ROOT, 'dist/app');
/** Next to the app, not in it, so that it is not served. */
const STAMP = join(ROOT, 'dist/app.stamp');
const RELEASED_ASSETS = join(ROOT, 'dist/app.assets');

/** Whether dist/app was built from exactly these sources. */
export async function isBuilt(): Promise<boolean> {
  const stamp = await readFile(STAMP, 'utf8').catch(() => '');
  const page = await readFile(join(APP, 'index.html')).catch(() => undefined);
  return page !== undefined && stamp === (await hashInputs(ROOT, process.env));
}

/**
 * Builds app and service worker for production into dist/app. Several builds may run at once: each works in its own
 * folder and moves it into place when it is complete.
 *
 * @param log gets one line, with the time it took
 * @param options.keepsPrevious for a release: assets of earlier ones stay, because open tabs still load them, and
 *   patches from them are written
 * @throws the bundler's error, with file and position
 */
export async function buildApp(
  log: (line: string) => void = console.log,
  { keepsPrevious = false } = {},
): Promise<void> {
  const start = performance.now();
  const hash = await hashInputs(ROOT, process.env);
  const folder = join(ROOT, 'dist', `.app-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: folder } });
    const inlined = await inlineFirstFrame(ROOT, folder);
    const headers = join(folder, '_headers');
    const own = headersFor(await readFile(headers, 'utf8'), process.env, inlined.hashes);
    const rules = own + documentHeaders(await readScreens(ROOT));
    await writeFile(headers, rules);
    await writeFile(`${headers}.caddy`, caddyHeaders(rules));
    const precached = await buildWorker(ROOT, folder, inlined);
    await precompress(folder, join(ROOT, '.cache/compressed'));
    if (keepsPrevious) {
      await storePage(folder);
      await retainPreviousAssets(APP, folder, RELEASED_ASSETS);
      await writePatches(folder, precached.files);
    }
    await moveIntoPlace(folder);
    await writeFile(STAMP, hash);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const megabytes = (precached.size / 1e6).toFixed(1);
    log(`Built the app: ${precached.files.length} files (${megabytes} MB) are kept for offline use. ${seconds} s`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function moveIntoPlace(folder: string): Promise<void> {
  const old = join(ROOT, 'dist', `.old-${process.pid}`);
  // Another build may move its result there between our two renames; then ours replaces it.
  for (let attempt = 1; ; attempt++) {
    await rename(APP, old).catch(ignoreAbsence);
    try {
      await rename(folder, APP);
      break;
    } catch (error) {
      if (attempt === 5) throw error;
      await rm(old, { recursive: true, force: true });
    }
  }
  await rm(old, { recursive: true, force: true });
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildApp(console.log, { keepsPrevious: process.argv.includes('--release') });
}
