import { globSync, readFileSync } from 'node:fs';

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

import { TEST_FLAGS, findChromium } from './tests/support/chromium.ts';

const OUTSIDE = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**'];
const PG = '**/*.pg.test.ts';
const BROWSER = '**/*.browser.test.{ts,tsx}';
/** Left out by `npm run validate`: long searches, and commands in processes. */
const SLOW = process.env['TEST_QUICK'] === '1' ? ['tests/model/**', 'tests/platform/**'] : [];

const TESTS = '**/*.test.{ts,tsx}';
const FOLDERS = '{src,sw,local,scripts,supabase,tests}';

/** Test files that replace modules or globals. */
const ALONE = /\bvi\.(mock|doMock|stubGlobal|resetModules)\(|fake-indexeddb\/auto/;
/** Each has a worker of its own. All others share one, which loads the app once and not once per file. */
const alone = globSync(`${FOLDERS}/${TESTS}`, { cwd: import.meta.dirname }).filter((path) =>
  ALONE.test(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
);

interface ProjectOptions {
  include?: string[];
  exclude?: string[];
  isolate?: boolean;
  globalSetup?: string[];
}

const unit = (name: string, { exclude = [], ...more }: ProjectOptions) => ({
  test: {
    name,
    environment: 'node' as const,
    // Start faster than processes; no unit test changes its process.
    pool: 'threads' as const,
    ...more,
    exclude: [...OUTSIDE, PG, BROWSER, ...exclude],
    setupFiles: ['tests/support/quiet-console.ts', 'tests/support/wait-limits.ts'],
    expect: { poll: { timeout: 20_000 } },
    // A test reads the colours from the sheet itself; left alone, vitest hands out empty ones.
    css: { include: [/tokens/] },
    // No assertion: it only ends what hangs, also where everything else runs at the same time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

const pg = (name: string, { exclude = [], ...more }: ProjectOptions) => ({
  test: {
    name,
    environment: 'node' as const,
    include: [PG],
    exclude: [...OUTSIDE, ...exclude],
    setupFiles: ['tests/support/quiet-console.ts', 'tests/support/wait-limits.ts'],
    expect: { poll: { timeout: 20_000 } },
    // Of the backends that tests start: no fsync, cheap password hashes.
    env: { RANGEDAY_PG_FAST: '1', RANGEDAY_AUTH_HASH_COST: '4' },
    // Each file keeps a Postgres, and often Deno, busy: two cores carry two at a time.
    maxWorkers: 2,
    // They start whole backends: on a machine ten times slower than ours that takes a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...more,
  },
});

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      unit('unit', { include: [`${FOLDERS}/${TESTS}`], exclude: [...SLOW, ...alone], isolate: false }),
      unit('unit-isolated', { include: alone, exclude: SLOW }),
      pg('pg', { exclude: alone, isolate: false, globalSetup: ['tests/support/scratch-setup.ts'] }),
      pg('pg-isolated', { include: alone.filter((path) => path.includes('.pg.')) }),
      {
        extends: './vite.config.ts',
        // Found late, they would be bundled anew in the middle of a run: the page reloads, with two Reacts in it.
        optimizeDeps: {
          include: ['@powersync/react', '@tanstack/react-virtual', 'dexie-react-hooks', 'emoji-picker-react'],
        },
        test: {
          name: 'browser',
          include: [BROWSER],
          exclude: OUTSIDE,
          setupFiles: ['tests/support/quiet-console.ts', 'tests/support/wait-limits.ts'],
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: true,
            screenshotDirectory: 'test-results/browser',
            provider: playwright({ launchOptions: { executablePath: findChromium(), args: [...TEST_FLAGS] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
