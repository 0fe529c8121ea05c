import { join } from 'node:path';

import { build } from 'vite';
import { injectManifest } from 'workbox-build';

import type { DrawnScript } from './inline.ts';
import { describeFile } from './parts.ts';

/** Files for an offline start: the shell, its chunks and workers, the fonts, and the two wasm builds, of which a device stores one (sw/precache.ts). */
const PRECACHED = '{index.html,manifest.webmanifest,favicon.svg,icons/*.{svg,png},assets/**/*.{js,css,woff2,wasm,svg}}';

/**
 * Loaded on demand: the emoji picker, whose list of names is larger than any screen; the client, the export and uploads, which need the
 * server anyway; the screens of staff and the fonts' rarer letters, which are cached when they are first needed (sw/seen-cache.ts). The
 * system loads app icons when it installs the app.
 */
const ON_DEMAND = [
  '**/*emoji*',
  '**/*-accents-*',
  'assets/supabase-*',
  'assets/export-*',
  'assets/tus-*',
  'assets/staff-*',
  '**/_unshipped*',
  // Of files that are installed as a whole.
  '**/*.part+([0-9]).*',
  'icons/icon*',
  'icons/*512*',
  'icons/*maskable*',
  'icons/apple*',
  'icons/shortcut*',
];

/** Builds `sw/<name>.ts` to `<folder>/<name>.js` as a classic worker: one file without imports. */
async function bundle(root: string, folder: string, name: string, drawn: DrawnScript): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', DRAWN: JSON.stringify(drawn) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: join(root, 'sw', `${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}.js`, codeSplitting: false },
      },
    },
  });
}

/** Builds the service worker into the built app at `folder`. Returns the number and size of the precached files. */
export async function buildWorker(
  root: string,
  folder: string,
  drawn: DrawnScript,
): Promise<{ count: number; size: number }> {
  await Promise.all(['sw', 'kill-switch'].map((name) => bundle(root, folder, name, drawn)));
  const path = join(folder, 'sw.js');
  const { count, size, warnings } = await injectManifest({
    swSrc: path,
    swDest: path,
    globDirectory: folder,
    globPatterns: [PRECACHED],
    globIgnores: ON_DEMAND,
    // Workbox silently omits files above 2 MiB; an offline start would then fail.
    maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
    dontCacheBustURLsMatching: /^assets\/.+-[\w-]{8}\.\w+$/,
    manifestTransforms: [
      async (entries) => ({
        manifest: await Promise.all(
          // Workbox removes `size`, which it adds up.
          entries.map(async (entry) => {
            const { size: bytes, hash } = await describeFile(folder, entry.url);
            return { ...entry, bytes, hash };
          }),
        ),
      }),
    ],
  });
  if (warnings.length > 0) throw new Error(`The list of files to keep offline is not complete: ${warnings.join(' ')}`);
  return { count, size };
}
