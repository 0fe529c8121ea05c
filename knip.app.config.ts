import type { KnipConfig } from 'knip';

/** What the app, its service worker and the functions use: tests, specimens and scripts do not count as users. */
const config: KnipConfig = {
  entry: [
    'src/main.tsx',
    'src/routes/**/*.tsx',
    'src/app/first-frame.tsx',
    'src/data/powersync-workarounds/access-handle.ts',
    'src/data/powersync-workarounds/load-wasm.ts',
    'sw/{sw,kill-switch}.ts',
    'local/cli.ts',
    'local/functions/deno/main.ts',
    'supabase/functions/*/index.ts',
    // Written by this table: sync-rules.yaml.
    'scripts/sync-rules.ts',
  ],
  project: ['{src,sw,supabase,local,scripts/sync-rules}/**/*.{ts,tsx}'],
  ignore: ['**/*.test.{ts,tsx}', 'src/**/testing/**', 'src/ui/specimens/**'],
  ignoreIssues: {
    // Tests look into PowerSync through the only files that may name its parts.
    'src/data/powersync-workarounds/sync-worker.ts': ['exports'],
  },
  include: ['files', 'exports', 'types'],
  ignoreExportsUsedInFile: true,
  // These would add tests and scripts as entries.
  vitest: false,
  playwright: false,
  oxlint: false,
  vite: false,
};

export default config;
