import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright';

/** Flags for a browser without sandbox (tests may run as root), GPU or background traffic. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** For tests: without WebAssembly's optimising compiler, which costs more time in a short visit than it saves. */
export const TEST_FLAGS = [...CHROMIUM_FLAGS, '--js-flags=--liftoff-only'] as const;

/**
 * For end-to-end tests: also without the optimising compilers of JavaScript, which takes 3 to 6 % less processor time.
 * The browser tests clean pictures and videos, which takes longer without them.
 */
export const E2E_FLAGS = [...CHROMIUM_FLAGS, '--js-flags=--liftoff-only,--no-maglev,--no-turbofan'] as const;

const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a Chromium for tests: `CHROMIUM_PATH`, then one installed on this machine, then Playwright's download.
 * `undefined` if there is none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const downloaded = chromium.executablePath();
  return findProgram(env.CHROMIUM_PATH, NAMES, env) ?? (isExecutable(downloaded) ? downloaded : undefined);
}

/**
 * Finds the browser for end-to-end tests: `HEADLESS_SHELL_PATH`, then an installed headless shell, which takes about 40
 * % less processor time than a whole Chromium, then what `findChromium` finds. The shell has no push messages.
 */
export function findTestBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return findProgram(env.HEADLESS_SHELL_PATH, SHELL_NAMES, env) ?? findChromium(env);
}

/** Returns `chosen` if that can be started, otherwise the first of these programs that is installed. */
export function findProgram(
  chosen: string | undefined,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
  const places = folders.filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name)));
  return [chosen, ...places].find((path) => path && isExecutable(path));
}
