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
  project: ['{src,sw,supabase}/**/*.{ts,tsx}'],
  ignore: ['**/*.test.{ts,tsx}', 'src/**/testing/**', 'src/ui/specimens/**'],
  ignoreIssues: {
    // The whole icon set of the design, drawn by scripts/icons.ts.
    'src/ui/icons/{icons,more-icons}.tsx': ['exports'],
    // Two illustrations and a placeholder of the screens above.
    'src/ui/{quiet-drawings,skeleton}.tsx': ['exports'],
    // Parts of the format that device and server share; tests compare each with the database.
    'src/contract/**': ['exports', 'types'],
    // Tests look into PowerSync through the only files that may name its parts.
    'src/data/{powersync-workarounds/sync-worker,replica/powersync-tables}.ts': ['exports'],
    // The table's row type, behind the only door to the table.
    'src/features/drafts/drafts.ts': ['types'],
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
