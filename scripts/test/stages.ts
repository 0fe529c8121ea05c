import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT, run } from './command.ts';
import { playwrightOutcome, vitestOutcome, type Outcome } from './counts.ts';

export interface Stage {
  readonly name: string;
  /** For `--list`. */
  readonly about: string;
  /** Groups run one after the other, in this order. */
  readonly group: 'set-up' | 'static' | 'build' | 'tests';
  /** Skipped when there is no browser or the app does not build. */
  readonly needsApp?: boolean;
  /** Stages with `needsApp` are skipped when it fails. */
  readonly appNeedsIt?: boolean;
  /** Only with `--all`, or when it is named. */
  readonly isExtra?: boolean;
  run(): Promise<Outcome>;
}

const LOGS = join(ROOT, '.cache/test');
export const logOf = (name: string): string => join(LOGS, `${name}.log`);

const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' };

/** A command that passes when it exits with 0. */
function check(name: string, about: string, command: string, args: string[]): Stage {
  return {
    name,
    about,
    group: 'static',
    async run() {
      const { ok, ...result } = await run(command, args, logOf(name));
      return ok ? PASSED : { passed: 0, failed: 1, skipped: 0, ...result };
    },
  };
}

function vitest(name: 'unit' | 'browser' | 'pg', about: string, minutes: number): Stage {
  // Each is several projects.
  return { ...vitestFiles(name, `${name}*`, about, [], minutes), ...(name === 'browser' && { needsApp: true }) };
}

/** A part of a vitest project: `args` are files or options of vitest. */
export function vitestFiles(name: string, project: string, about: string, args: string[], minutes = 5): Stage {
  return {
    name,
    about,
    group: 'tests',
    async run() {
      const report = join(LOGS, `${name}.json`);
      await rm(report, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const result = await run('vitest', ['run', '--project', project, ...reporters, ...args], logOf(name), {
        minutes,
      });
      return vitestOutcome(report, result);
    },
  };
}

function playwright(name: string, about: string, minutes: number): Stage {
  return {
    name,
    about,
    group: 'tests',
    needsApp: true,
    async run() {
      const report = join(LOGS, `${name}.json`);
      await rm(report, { force: true });
      const args = ['test', '--project', name, '--reporter=list,json'];
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
      const outcome = await playwrightOutcome(report, await run('playwright', args, logOf(name), { minutes, env }));
      if (outcome.failed === 0 || outcome.stoppedAfter !== undefined) return outcome;
      const failures = await withPages(outcome.failures ?? []);
      return { ...outcome, failures: [...failures, ...(await traceFailures(name))] };
    },
  };
}

/** Lines printed of what the pages of a failed test showed. */
const PAGE_LINES = 200;

/** Adds the text of each attached `pages.txt` (tests/e2e/support/describe-pages.ts) below its path. */
async function withPages(failures: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const line of failures) {
    lines.push(line);
    if (!line.endsWith('/pages.txt')) continue;
    const text = await readFile(join(ROOT, line.trim()), 'utf8').catch((error: Error) => error.message);
    lines.push(
      ...text
        .split('\n')
        .slice(0, PAGE_LINES)
        .map((each) => `    ${each}`),
    );
  }
  return lines;
}

/**
 * Runs the failed tests once more, only to record them: traces of all tests would take a tenth of the time. A test that passes
 * this time has failed all the same.
 *
 * @returns lines to print
 */
async function traceFailures(name: string): Promise<string[]> {
  const folder = `test-results/${name}-trace`;
  const failed = ['--last-failed', '--last-failed-file', `test-results/${name}/.last-run.json`, '--max-failures=10'];
  const args = ['test', '--project', name, '--reporter=list', '--output', folder, ...failed];
  const { ok } = await run('playwright', args, logOf(`${name}-trace`), { minutes: 10, env: { TEST_TRACE: '1' } });
  return [ok ? 'All of them passed when they were run again to record traces.' : `Traces: ${folder}`];
}

const WEBKIT = playwright(
  'webkit',
  'the app in WebKit: an offline start, drafts, the outbox and the layout; only with --all',
  15,
);

/** Everything that CI runs, in order. */
export const STAGES: readonly Stage[] = [
  {
    // An installation waits for the network and the disk, so the static checks run beside it.
    name: 'chromium',
    about: 'finds or installs a browser',
    group: 'static',
    appNeedsIt: true,
    async run() {
      const { ensureChromium } = await import('../browser.ts');
      const path = await ensureChromium();
      process.env.CHROMIUM_PATH = path;
      return { ...PASSED, note: path };
    },
  },
  {
    name: 'routes',
    about: 'writes the route tree, which is not in git',
    group: 'set-up',
    appNeedsIt: true,
    async run() {
      // Vite and the router's generator are large: loaded by the stage that needs them.
      const { generateRoutes } = await import('../routes.ts');
      await generateRoutes();
      return PASSED;
    },
  },
  check('types', 'types of app, worker and node code', 'tsc', ['-b', '--pretty', 'false']),
  check('functions', 'types of the edge functions, in Deno', 'deno', [
    'check',
    '--quiet',
    // npm packages come from node_modules: nothing is downloaded, and another version than in deno.json fails.
    '--no-lock',
    '--node-modules-dir=manual',
    ...['--config', 'supabase/functions/deno.json'],
    'supabase/functions',
    'local/deno',
    'deploy/functions',
  ]),
  check('lint', 'lint rules, allowed imports among them', 'oxlint', ['--format', 'unix']),
  check('format', 'formatting', 'oxfmt', ['--check', '.']),
  check('unused', 'unused files, exports and dependencies', 'knip', []),
  check('unused-app', 'parts of the app that only tests and specimens use', 'knip', ['--config', 'knip.app.config.ts']),
  {
    name: 'build',
    about: 'the app and its service worker, for production',
    group: 'build',
    appNeedsIt: true,
    async run() {
      const { buildApp, isBuilt } = await import('../build.ts');
      if (await isBuilt()) return { ...PASSED, note: 'already built' };
      const lines: string[] = [];
      await buildApp((line) => lines.push(line));
      return { ...PASSED, note: lines.join(' ').replace(/ [\d.]+ s$/, '') };
    },
  },
  // Time limits end a run that hangs, on a machine several times slower than a quiet two-core one. The longest first: the others run beside it.
  playwright('e2e', 'the product in Chromium against the whole backend: flows, faults, accessibility', 45),
  vitest('pg', 'database, API, functions, sync and soak, on real Postgres and Deno', 45),
  vitest('browser', 'parts that need a browser, in Chromium', 30),
  vitest('unit', 'small parts in Node, and the model of the outbox', 30),
  playwright('budgets', 'limits on bytes, requests and Lighthouse scores', 15),
  {
    ...WEBKIT,
    isExtra: true,
    async run() {
      const { ensureWebKit } = await import('../browser.ts');
      await ensureWebKit();
      return WEBKIT.run();
    },
  },
];
