import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

import { findChromium, findTestBrowser } from '../tests/support/chromium.ts';
import { findFirefox } from '../tests/support/firefox.ts';

/**
 * Returns the path of a Chromium for tests. Installs one, and its headless shell, if there is none: Debian's packages
 * for root, otherwise Playwright's download. Logs one line with the time it took.
 *
 * @throws an error with what to do if no browser can be installed
 */
export async function ensureChromium(log: (line: string) => void = console.log): Promise<string> {
  const found = findChromium();
  const isRoot = process.getuid?.() === 0;
  if (found && (findTestBrowser() !== found || !isRoot)) return found;

  const start = performance.now();
  // The shell only makes end-to-end tests faster, so its absence is no reason for a download.
  for (const install of [isRoot && apt, !found && download]) {
    if (!install) continue;
    const installed = (await install()) ? findChromium() : undefined;
    if (installed) {
      log(`Installed Chromium at ${installed}. ${((performance.now() - start) / 1000).toFixed(1)} s`);
      return installed;
    }
  }
  if (found) return found;
  throw new Error(
    'No Chromium was found and none could be installed. Install one (Debian: apt-get install -y chromium) ' +
      'or set CHROMIUM_PATH to the one you have.',
  );
}

/** WebKitGTK, its WebDriver, what webkit-window.py of the tests imports, a display, and what makes a certificate. */
const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'openssl'];

/**
 * Installs WebKitGTK with its WebDriver, from Debian's packages, if it is not there.
 *
 * @throws an error with what to install
 */
export async function ensureWebKit(): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await run('which', ['WebKitWebDriver', 'Xvfb', 'openssl'])) &&
    (await run('/usr/bin/python3', ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']));
  await ensure('WebKitGTK', WEBKIT_PACKAGES, isThere);
}

/** Firefox, and what makes a certificate. */
const FIREFOX_PACKAGES = ['firefox-esr', 'openssl'];

/**
 * Installs Firefox, from Debian's packages, if there is none.
 *
 * @throws an error with what to install
 */
export async function ensureFirefox(): Promise<void> {
  const isThere = async (): Promise<boolean> => findFirefox() !== undefined && (await run('which', ['openssl']));
  await ensure('Firefox', FIREFOX_PACKAGES, isThere);
}

let lastInstallation: Promise<unknown> = Promise.resolve();

/** One at a time: stages install their browsers at once, and apt-get fails where another one has its lock. */
function aptGet(...args: string[]): Promise<boolean> {
  // The option waits for those of other processes.
  const installation = lastInstallation.then(() => run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args]));
  lastInstallation = installation;
  return installation;
}

async function ensure(name: string, packages: readonly string[], isThere: () => Promise<boolean>): Promise<void> {
  if (await isThere()) return;
  if (process.getuid?.() === 0) {
    await aptGet('update');
    await aptGet('install', '-y', ...packages);
    if (await isThere()) return;
  }
  throw new Error(`${name} was not found. Install it (Debian: apt-get install -y ${packages.join(' ')}).`);
}

async function apt(): Promise<boolean> {
  if (!(await aptGet('update'))) return false;
  const install = ['install', '-y', 'chromium'];
  // Not every release has the shell.
  return (await aptGet(...install, 'chromium-headless-shell')) || aptGet(...install);
}

async function download(): Promise<boolean> {
  return run('npx', ['playwright', 'install', 'chromium']);
}

async function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await ensureChromium());
