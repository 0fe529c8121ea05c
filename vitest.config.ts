import { globSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

import { TEST_FLAGS, findChromium, findTestBrowser } from './tests/support/chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts';

keepTemporaryFilesInMemory();

const OUTSIDE = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**'];
const PG = '**/*.pg.test.ts';
const BROWSER = '**/*.browser.test.{ts,tsx}';
/** Left out by `npm run validate`: long searches, and commands in processes. */
const SLOW = process.env['TEST_QUICK'] === '1' ? ['tests/model/**', 'tests/platform/**'] : [];

/** They wait for timeouts, and search as long as they may: a stage of its own. */
const HISTORIES = 'tests/histories/*.pg.test.ts';

const TESTS = '**/*.test.{ts,tsx}';
const FOLDERS = '{src,sw,local,scripts,supabase,tests}';

/** Test files that replace modules or globals. */
const ALONE = /\bvi\.(mock|doMock|stubGlobal|resetModules)\(|fake-indexeddb\/auto/;
/**
 * In a browser also those that start the database, which then follows each log-in, and those of the data layer and the
 * design system.
 */
const ALONE_IN_BROWSER = /\bsetReplicaOpener\(/;
const LOWER_LAYERS = /^src\/(data|ui)\//;
/** Each has a worker, or a page, of its own. All others share one, which loads the app once and not once per file. */
const alone = globSync(`${FOLDERS}/${TESTS}`, { cwd: import.meta.dirname }).filter((path) => {
  const text = readFileSync(`${import.meta.dirname}/${path}`, 'utf8');
  return ALONE.test(text) || (path.includes('.browser.') && (LOWER_LAYERS.test(path) || ALONE_IN_BROWSER.test(text)));
});

/** Measured in a whole Chromium: the headless shell sets text 0.3 % wider. */
const FONTS = 'src/ui/fonts.browser.test.ts';
/** Without a profile each read of a page of a database is a message to another process. */
const PROFILE = join(tmpdir(), `rangeday-browser-tests-${process.pid}`);
process.once('exit', () => rmSync(PROFILE, { recursive: true, force: true, maxRetries: 10 }));

const chromium = (executablePath: string | undefined, persistentContext?: string) =>
  playwright({
    launchOptions: { executablePath, args: [...TEST_FLAGS] },
    ...(persistentContext && { persistentContext }),
  });

const setUp = (...paths: string[]) => paths.map((path) => join(import.meta.dirname, path));
const SETUP = setUp('tests/support/quiet-console.ts', 'tests/support/wait-limits.ts');
const BROWSER_SETUP = [...setUp('src/app/testing/empty-storage.ts'), ...SETUP];

interface ProjectOptions {
  include?: string[];
  exclude?: string[];
  isolate?: boolean;
  globalSetup?: string[];
  maxWorkers?: number;
}

const unit = (name: string, { exclude = [], ...more }: ProjectOptions) => ({
  test: {
    name,
    environment: 'node' as const,
    // Start faster than processes; no unit test changes its process.
    pool: 'threads' as const,
    ...more,
    exclude: [...OUTSIDE, PG, BROWSER, ...exclude],
    setupFiles: SETUP,
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
    setupFiles: SETUP,
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
      pg('pg', { exclude: [...alone, HISTORIES], isolate: false, globalSetup: ['tests/support/scratch-setup.ts'] }),
      pg('histories', { include: [HISTORIES], maxWorkers: 1 }),
      pg('pg-isolated', { include: alone.filter((path) => path.includes('.pg.')) }),
      {
        extends: './vite.config.ts',
        // A page loads what an earlier one has loaded from the browser's cache. Of a run in which files do not change.
        ...(process.argv.includes('run') && { server: { headers: { 'Cache-Control': 'max-age=31536000,immutable' } } }),
        // Found late, they would be bundled anew in the middle of a run: the page reloads, with two Reacts in it.
        optimizeDeps: {
          include: ['@powersync/react', '@tanstack/react-virtual', 'dexie-react-hooks', 'emoji-picker-react'],
        },
        test: {
          name: 'browser',
          include: [BROWSER],
          exclude: OUTSIDE,
          setupFiles: BROWSER_SETUP,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A profile belongs to one browser.
          maxWorkers: 1,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: true,
            screenshotDirectory: 'test-results/browser',
            // The headless shell takes a third less processor time than a whole Chromium.
            provider: chromium(findTestBrowser()),
            // The other way of mocking keeps all pages from the cache.
            importMapMocks: true,
            instances: [
              {
                browser: 'chromium',
                name: 'browser',
                exclude: [...OUTSIDE, ...alone],
                isolate: false,
                setupFiles: [...BROWSER_SETUP, ...setUp('src/app/testing/shared-page.ts')],
              },
              {
                browser: 'chromium',
                name: 'browser-isolated',
                include: alone.filter((path) => path.includes('.browser.')),
                exclude: [...OUTSIDE, FONTS],
                provider: chromium(findTestBrowser(), PROFILE),
              },
              { browser: 'chromium', name: 'browser-fonts', include: [FONTS], provider: chromium(findChromium()) },
            ],
          },
        },
      },
    ],
  },
});
