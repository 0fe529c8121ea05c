import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

import { CHROMIUM_FLAGS, findChromium } from '../../tests/support/chromium.ts';

/**
 * As on a device: without a profile, the browser has its files in another process, and each read of a page is a
 * message.
 */
export const PROFILE = join(tmpdir(), `rangeday-search-${process.pid}`);

/** Runs `tests/offline/search-speed.ts`, which uses the app's data layer in a real browser and is no test. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        optimizeDeps: { include: ['@powersync/react', '@tanstack/react-virtual', 'dexie-react-hooks'] },
        test: {
          name: 'search',
          include: ['tests/offline/search-speed.ts'],
          testTimeout: 15 * 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS] },
              persistentContext: PROFILE,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
