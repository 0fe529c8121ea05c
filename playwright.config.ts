import { defineConfig } from '@playwright/test';

import { CHROMIUM_FLAGS, findChromium } from './scripts/browser/find.ts';

export default defineConfig({
  outputDir: 'test-results',
  // A test that passes at the second try has found something. Two cores carry one backend and two browsers.
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'off',
    screenshot: 'off',
    launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS] },
  },
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    { name: 'budgets', testDir: 'tests/budgets' },
  ],
});
