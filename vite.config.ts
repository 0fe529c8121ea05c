import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { backendAddress } from './scripts/build/backend-address.ts';
import { className, inlineClassNames } from './scripts/build/class-names.ts';
import { importAgain } from './scripts/build/import-again.ts';
import { preferJsonLines } from './scripts/build/json-lines.ts';
import { requestPostsFirst } from './scripts/build/request-posts-first.ts';
import { emojiStyles } from './scripts/build/emoji-styles.ts';
import { firstFrame } from './scripts/build/first-frame.ts';
import { routeOptions } from './scripts/build/route-options.ts';
import { excludeUnusedModules } from './scripts/build/exclude-unused-modules.ts';
import { skipCompiler } from './scripts/build/skip-compiler.ts';
import { dropUnusedExports } from './scripts/build/unused-exports.ts';
import { waitForHandles } from './scripts/build/wait-for-handles.ts';
import { dropPngEncoder } from './scripts/build/png-encoder.ts';
import { dropUnusedMethods } from './scripts/build/unused-methods.ts';
import { loadWasmInParts, readWasmAsWhole } from './scripts/build/whole-wasm.ts';

/** The feed is the first screen for everybody: its own chunk would only add a round trip. */
const FIRST_SCREEN = new Set(['/_feed', '/_feed/', '__root__']);

/** What only staff open. Their part is not installed with the app, but at its first use (sw/seen-cache.ts). */
const STAFF =
  /\/src\/(features\/(admin|managed-ads|moderation\/(moderation-(panel|sql)|report-lines|mutations|queries|switch-post))|routes\/_member\/admin\.(?:ads|index)|copy\/(admin|ads-admin)|contract\/(files\/|(staff|moderation|managed-ads)\.)|data\/(remote\/(evidence|managed-ads)|media\/strip\/(bare|gif|jpeg|png|strip|webp))|lib\/(csv|days)|ui\/(bar-chart|segmented|select|tabs))/;

/** What shows and scans codes of members, at their first use. The reader is a file of its own (sw/precache.ts). */
const CODES =
  /\/src\/(features\/codes\/(code-(image|screen)|mutations|reader|scanner)\.|copy\/codes)|\/node_modules\/uqr\//;

/** The list of passkeys, which only the server has. */
const PASSKEYS = /\/src\/(features\/account\/passkey|copy\/passkeys|data\/remote\/passkeys)/;

/**
 * Parts of the app, each one file with everything it needs that no part above has. A hundred small files would cost a
 * request each, and compress worse. `supabase`, `tus`, `export`, `passkeys`, `staff` and the emoji picker are not
 * installed (scripts/build/worker.ts).
 */
const PARTS = {
  auth: /\/@supabase\/auth-js\//,
  // What follows the first paint of every visit: the database, then what surrounds the feed, then a post's page.
  database: /\/src\/(data\/(connection\/lifecycle|replica\/watch-rows)|features\/feed\/feed-sql)\.ts/,
  supabase: /\/node_modules\/@supabase\/|\/src\/data\/remote\/supabase\.ts/,
  around:
    /\/src\/(copy\/emoji\.ts|features\/(account\/deletion-notice|ads|author|boards|feed|replica|text\/drawn-mark)|ui\/(icons\/marks|toaster|window-virtualizer)|app\/(above-page|dock-unread|sidebar|after-start|continue-place|log-out-button|service-worker|update-store))/,
  emoji: /\/src\/(ui|copy)\/emoji-picker\.|\/node_modules\/emoji-picker-react\//,
  drafts: /\/src\/data\/(drafts|media\/(hold|media-store))/,
  tus: /\/src\/data\/media\/(lane|readiness|tus-upload)\.ts|\/node_modules\/tus-js-client\//,
  export: /\/src\/data\/remote\/export\.ts|\/node_modules\/fflate\//,
  post: /\/src\/(copy\/post-pages|features\/(comments|polls|post-actions|posts\/post-page|votes)|routes\/_feed\/posts)/,
  screens: (id: string) =>
    /\/src\/|\/node_modules\/zod\//.test(id) && !STAFF.test(id) && !CODES.test(id) && !PASSKEYS.test(id),
  codes: CODES,
  passkeys: PASSKEYS,
  // Last, so that it has only what no other part needs.
  staff: STAFF,
};

export default defineConfig({
  root: import.meta.dirname,
  appType: 'spa',
  cacheDir: '.cache/vite',
  css: { modules: { generateScopedName: className } },
  resolve: {
    alias: {
      // The build for today's browsers, as a module. The package's default is for those of 2015.
      dexie: 'dexie/dist/modern/dexie.mjs',
      // React has this hook since version 18; the router imports it with a copy for older ones.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js',
    },
  },
  plugins: [
    excludeUnusedModules('page'),
    waitForHandles(),
    preferJsonLines(),
    dropUnusedMethods(),
    backendAddress(),
    requestPostsFirst(),
    firstFrame(),
    emojiStyles(),
    tanstackRouter({
      ...routeOptions,
      autoCodeSplitting: true,
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (FIRST_SCREEN.has(routeId) ? [] : undefined) },
    }),
    inlineClassNames(),
    skipCompiler(),
    react({ compiler: true }),
    importAgain(),
  ],
  // The client starts its worker with `new URL('./worker.js', import.meta.url)`, which pre-bundling would break.
  optimizeDeps: { exclude: ['@powersync/web'] },
  worker: {
    format: 'es',
    plugins: () => [
      excludeUnusedModules('worker'),
      waitForHandles(),
      preferJsonLines(),
      loadWasmInParts(),
      readWasmAsWhole(),
      dropUnusedExports(),
      dropPngEncoder(),
    ],
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // What every database needs, in one file. Not the build for IndexedDB, which few browsers use.
          groups: [{ name: 'sqlite', test: /\/(?:wa-sqlite\.mjs|FacadeVFS\.js|MemoryVFS\.js|OPFSCoopSyncVFS\.js)$/ }],
        },
      },
    },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // `default-src 'self'` forbids data: fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    // The polyfill is only for browsers that cannot run this app anyway.
    modulePreload: { polyfill: false },
    // All screens behind the feed are one file (PARTS). The budgets are tests/budgets.
    chunkSizeWarningLimit: 600,
    reportCompressedSize: false,
    rolldownOptions: {
      // Hints about the bundler's own speed, and about dynamic imports of modules that are also imported statically.
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      // The compiler has read 'use no memo' (scripts/build/skip-compiler.ts) by then.
      onwarn(warning, warn) {
        if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return;
        // A class that its CSS module does not have, among others.
        if (warning.code === 'IMPORT_IS_UNDEFINED') throw new Error(warning.message);
        warn(warning);
      },
      output: {
        codeSplitting: {
          groups: [
            // One file for the first screen: small shared chunks would each cost a request.
            { name: 'first', tags: ['$initial'], priority: 100 },
            ...Object.entries(PARTS).map(([name, test], index) => ({ name, test, priority: 99 - index })),
          ],
        },
      },
    },
  },
});
