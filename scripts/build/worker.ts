import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build, type Rolldown } from 'vite';
import { getManifest } from 'workbox-build';

import type { DrawnScript, InlineHashes } from './inline.ts';
import { describeFile, PAGE } from './parts.ts';

/**
 * Files for an offline start: the shell, its chunks and workers, the fonts, and the two wasm builds, of which a device
 * stores one (sw/precache.ts).
 */
const PRECACHED =
  '{index.html,manifest.webmanifest,favicon.svg,gloves.css,icons/*.{svg,png},assets/**/*.{js,css,woff2,wasm,svg}}';

/**
 * Loaded on demand: the emoji picker, whose list of names is larger than any screen; the client, the export, the list
 * of passkeys and uploads, which need the server anyway; the screens of staff and the fonts' rarer letters, which are
 * cached when they are first needed (sw/seen-cache.ts). The system loads app icons when it installs the app.
 */
const ON_DEMAND = [
  '**/*emoji*',
  '**/*-accents-*',
  'assets/supabase-*',
  'assets/export-*',
  'assets/passkeys-*',
  'assets/tus-*',
  'assets/staff-*',
  // The browser keeps it with the service worker.
  'assets/service-worker-*',
  '**/_unshipped*',
  // Of files that are installed as a whole.
  '**/*.part+([0-9]).*',
  'icons/icon*',
  'icons/*512*',
  'icons/*maskable*',
  'icons/apple*',
  'icons/shortcut*',
];

/**
 * Builds `sw/<name>.ts` into `folder` as a classic worker: one file without imports. Returns its path in the folder.
 */
async function bundle(root: string, folder: string, name: string, path: string, drawn: DrawnScript): Promise<string> {
  const built = (await build({
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
      // What it imports on demand is in the same file: nothing is loaded before, from no address.
      modulePreload: false,
      rolldownOptions: {
        checks: { bundlerTimings: false, emptyImportMeta: false },
        input: join(root, 'sw', `${name}.ts`),
        output: { format: 'iife', entryFileNames: path, codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].fileName;
}

/** A file that the service worker stores. */
export interface ListedFile {
  readonly url: string;
  /** See AppFile in sw/app-files.ts. */
  readonly hash: string;
}

/** The worker has the page's headers, which forbid it to load code from a plain text (public/head.js). */
const POLICY = `self.trustedTypes?.createPolicy("default",{createScriptURL:(u)=>u.startsWith("/assets/")?u:null});`;

/**
 * Builds the service worker into the built app at `folder`: its code, and sw.js with the list of files, which is all
 * that changes in most releases. Returns the files of the list and their size.
 */
export async function buildWorker(
  root: string,
  folder: string,
  { hashes, drawn }: { hashes: InlineHashes; drawn: DrawnScript },
): Promise<{ files: readonly ListedFile[]; size: number }> {
  const code = await bundle(root, folder, 'sw', 'assets/service-worker-[hash].js', drawn);
  await bundle(root, folder, 'kill-switch', 'kill-switch.js', drawn);
  const { manifestEntries, size, warnings } = await getManifest({
    globDirectory: folder,
    globPatterns: [PRECACHED],
    globIgnores: ON_DEMAND,
    // Workbox silently omits files above 2 MiB; an offline start would then fail.
    maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
    dontCacheBustURLsMatching: /^assets\/.+-[\w-]{8}\.\w+$/,
  });
  if (warnings.length > 0) throw new Error(`The list of files to keep offline is not complete: ${warnings.join(' ')}`);
  // Without `'sha256-`.
  const inline = [...hashes.scripts, ...hashes.styles].map((hash) => hash.slice(8, 16));
  const files = await Promise.all(
    manifestEntries.map(async ({ url, revision }) => {
      const { size: bytes, hash } = await describeFile(folder, url);
      return { url, revision, bytes, hash, ...(url === PAGE && { inline }) };
    }),
  );
  const list = JSON.stringify(files);
  const path = JSON.stringify(`/${code}`);
  await writeFile(join(folder, 'sw.js'), `self.__WB_MANIFEST=${list};${POLICY}importScripts(${path});\n`);
  return { files, size };
}
