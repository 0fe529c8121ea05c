import { readInBrowsers, writeInBrowsers } from './browsers.ts';
import { CHECKS } from './checks.ts';
import { contractCheck } from './contract.ts';
import { findInstallation, Problem } from './installation.ts';
import { servingLag } from './serving-lag.ts';
import { writeCheck } from './write.ts';

export interface CheckOptions {
  readonly url: string;
  readonly syncUrl?: string | undefined;
  /** With it, the check with two new accounts runs, too. */
  readonly serviceKey?: string | undefined;
  /** False on a machine without a browser. */
  readonly browsers?: boolean;
  out(line: string): void;
}

/** Checks a running installation and prints a table. Resolves with the number of failures. */
export async function checkInstallation({
  url,
  syncUrl,
  serviceKey,
  browsers = true,
  out,
}: CheckOptions): Promise<number> {
  const found = await attempt(() => findInstallation(url, syncUrl === undefined ? {} : { syncUrl }));
  if ('problem' in found) {
    out(row('app', 'failed', found.problem));
    return 1;
  }
  const at = found.value;
  out(`app   ${at.appUrl}\nAPI   ${at.supabaseUrl}\nsync  ${at.syncUrl}\n`);
  let failures = 0;
  const report = async (name: string, run: () => Promise<string>): Promise<void> => {
    const result = await attempt(run);
    if ('problem' in result) failures += 1;
    out('problem' in result ? row(name, 'failed', result.problem) : row(name, 'ok', result.value));
  };
  for (const check of CHECKS) await report(check.name, () => check.run(at));
  if (browsers) await report('browsers', () => readInBrowsers(at));
  if (serviceKey !== undefined) {
    out('--write: accounts and posts are created, and deleted again.');
    await report('write', () => writeCheck(at, serviceKey));
    await report('serving lag', () => servingLag(at, serviceKey));
    if (browsers) await report('browsers write', () => writeInBrowsers(at, serviceKey));
    await report('contract', () => contractCheck(at, serviceKey));
  }
  out(failures === 0 ? '\nEverything works.' : `\n${failures} failed.`);
  return failures;
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { problem: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return { problem: `no answer (${error instanceof Error ? error.message : String(error)}${cause})` };
  }
}

const row = (name: string, state: string, detail: string): string => `${name.padEnd(20)} ${state.padEnd(7)} ${detail}`;
