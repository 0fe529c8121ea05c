import { findProgram } from './chromium.ts';

/** Finds a Firefox for tests: `FIREFOX_PATH`, then one installed on this machine. `undefined` if there is none. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return findProgram(env.FIREFOX_PATH, ['firefox-esr', 'firefox'], env);
}
