import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ensureChromium } from '../browser.ts';
import { buildApp, isBuilt } from '../build.ts';
import { generateRoutes } from '../routes.ts';
import { ROOT, run } from './command.ts';
import { playwrightOutcome, vitestOutcome, type Outcome } from './counts.ts';

export interface Stage {
  readonly name: string;
  /** What it finds out, for `--list`. */
  readonly about: string;
  /** Stages of one group run side by side. */
  readonly group: 'set-up' | 'static' | 'build' | 'tests';
  run(): Promise<Outcome>;
}

const LOGS = join(ROOT, '.cache/test');
const logOf = (name: string): string => join(LOGS, `${name}.log`);

const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' };

/** A command that is right when it ends well. */
function check(name: string, about: string, command: string, args: string[]): Stage {
  return {
    name,
    about,
    group: 'static',
    async run() {
      const { ok, ...said } = await run(command, args, logOf(name));
      return ok ? PASSED : { passed: 0, failed: 1, skipped: 0, ...said };
    },
  };
}

function vitest(name: string, about: string, minutes: number): Stage {
  return {
    name,
    about,
    group: 'tests',
    async run() {
      const report = join(LOGS, `${name}.json`);
      await rm(report, { force: true });
      const args = ['run', '--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      return vitestOutcome(report, await run('vitest', args, logOf(name), minutes));
    },
  };
}

function playwright(name: string, about: string, minutes: number): Stage {
  return {
    name,
    about,
    group: 'tests',
    async run() {
      const report = join(LOGS, `${name}.json`);
      await rm(report, { force: true });
      process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
      const args = ['test', '--project', name, '--reporter=list,json'];
      return playwrightOutcome(report, await run('playwright', args, logOf(name), minutes));
    },
  };
}

/** Everything that CI runs, in order. */
export const STAGES: readonly Stage[] = [
  {
    name: 'chromium',
    about: 'finds or installs a browser',
    group: 'set-up',
    async run() {
      const path = await ensureChromium();
      process.env.CHROMIUM_PATH = path;
      return { ...PASSED, note: path };
    },
  },
  {
    name: 'routes',
    about: 'writes the route tree, which is not in git',
    group: 'set-up',
    async run() {
      await generateRoutes();
      return PASSED;
    },
  },
  check('types', 'types of app, worker and node code', 'tsc', ['-b', '--pretty', 'false']),
  check('functions', 'types of the edge functions, in Deno', 'deno', [
    'check',
    '--quiet',
    '--config',
    'supabase/functions/deno.json',
    'supabase/functions',
  ]),
  check('lint', 'rules of the house, the import map among them', 'oxlint', ['--format', 'unix']),
  check('format', 'formatting', 'oxfmt', ['--check', '.']),
  check('unused', 'files, exports and dependencies that nobody uses', 'knip', []),
  {
    name: 'build',
    about: 'the app and its service worker, for production',
    group: 'build',
    async run() {
      if (await isBuilt()) return { ...PASSED, note: 'already built' };
      const lines: string[] = [];
      await buildApp((line) => lines.push(line));
      return { ...PASSED, note: lines.join(' ').replace(/ [\d.]+ s$/, '') };
    },
  },
  // The minutes are for a machine several times slower than ours: a limit only ends what hangs. Together they stay below
  // the hour and a half that a run may take.
  vitest('unit', 'small parts in Node, and the model of the outbox', 10),
  vitest('browser', 'parts that need a browser, in Chromium', 10),
  vitest('pg', 'database, API, functions and sync, on real Postgres and Deno, and the soak', 25),
  playwright('e2e', 'the product in Chromium against the whole backend: flows, faults, accessibility', 35),
  playwright('budgets', 'bytes and requests that must not grow, and what Lighthouse says', 8),
];
