import { defineConfig } from '@playwright/test';

import type { EngineName } from './tests/engines/support/fixtures.ts';
import { findTestBrowser, E2E_FLAGS } from './tests/support/chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts';

keepTemporaryFilesInMemory();

// Tests kill processes, not machines: what Postgres has handed to the system is safe, and need not wait for the disk.
process.env.RANGEDAY_PG_FAST = '1';
// Hashes of passwords that protect nothing; at the default cost each log-in takes a tenth of a second of a core.
process.env.RANGEDAY_AUTH_HASH_COST ??= '4';

export default defineConfig<object, { engine: EngineName }>({
  globalSetup: './tests/e2e/support/global-setup.ts',
  // `npm test` runs failed tests again itself, alone (scripts/test/second-runs.ts).
  retries: 0,
  // Each has a backend of its own. Three on two cores are 10 % faster, but leave no reserve for the tests' time limits.
  workers: 2,
  fullyParallel: false,
  // Tests of a promise that another test keeps with another value; `npm test -- --all` runs them, too.
  ...(process.env.TEST_ALL !== '1' && { grepInvert: /@variant/ }),
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    // A trace costs a tenth of the whole run: TEST_TRACE=1 records one of each failure.
    trace: process.env.TEST_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findTestBrowser(), args: [...E2E_FLAGS] },
  },
  projects: [
    // They may run at the same time; a run empties its folder first.
    { name: 'e2e', testDir: 'tests/e2e', outputDir: 'test-results/e2e' },
    { name: 'budgets', testDir: 'tests/budgets', outputDir: 'test-results/budgets' },
    // A first sync into IndexedDB takes WebKit several times as long as one into a file takes Chromium.
    ...(['webkit', 'firefox'] as const).map((engine) => ({
      name: engine,
      testDir: 'tests/engines',
      outputDir: `test-results/${engine}`,
      timeout: 240_000,
      expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
      // A private window of WebKitGTK cannot refuse files of OPFS, which it never has.
      ...(engine === 'webkit' && { testIgnore: '**/private-window.spec.ts' }),
      use: { engine },
    })),
  ],
});
