import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT, run } from './command.ts';
import { playwrightOutcome, vitestOutcome, type Outcome, type TestFailure } from './counts.ts';

export interface Stage {
  readonly name: string;
  /** For `--list`. */
  readonly about: string;
  /** An installation waits for the network and the disk; the others keep a core busy. */
  readonly kind: 'install' | 'check' | 'tests';
  /** Names of stages that must have passed before. */
  readonly needs?: readonly string[];
  /** Names of stages that must be over before. */
  readonly after?: readonly string[];
  /** Only with `--all`, or when it is named. */
  readonly isExtra?: boolean;
  run(): Promise<Outcome>;
  /**
   * Runs these failed tests once more, with nothing beside them; a third run follows a second of the same tests. Stages
   * whose tests are exact on any machine have none.
   */
  again?(failures: readonly TestFailure[], run: 'second' | 'third'): Promise<Outcome>;
}

export const LOGS = join(ROOT, '.cache/test');
export const logOf = (name: string): string => join(LOGS, `${name}.log`);

const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' };

/** A command that passes when it exits with 0. */
function check(name: string, about: string, command: string, args: string[]): Stage {
  return {
    name,
    about,
    kind: 'check',
    needs: ['routes'],
    async run() {
      const { ok, output, ...result } = await run(command, args, logOf(name));
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output: ok ? '' : output, ...result };
    },
  };
}

function vitest(name: 'unit' | 'browser' | 'pg', about: string, minutes: number): Stage {
  // Each is several projects.
  const project = `${name}*`;
  return {
    ...vitestFiles(name, project, about, [], minutes),
    needs: name === 'browser' ? ['routes', 'chromium'] : ['routes'],
    // Some tests build the app if that was not done.
    after: ['build'],
    ...(name !== 'unit' && {
      again: (failures, run) => {
        // A file may build on its first tests, so it runs as a whole.
        const files = new Set(failures.map(({ file }) => file));
        return runVitest(`${name}-${run}`, project, ['--no-file-parallelism', ...files], minutes);
      },
    }),
  };
}

/** A part of a vitest project: `args` are files or options of vitest. */
export function vitestFiles(name: string, project: string, about: string, args: string[], minutes = 5): Stage {
  return { name, about, kind: 'tests', needs: ['routes'], run: () => runVitest(name, project, args, minutes) };
}

async function runVitest(name: string, project: string, args: string[], minutes: number): Promise<Outcome> {
  const report = join(LOGS, `${name}.json`);
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const result = await run('vitest', ['run', '--project', project, ...reporters, ...args], logOf(name), { minutes });
  return vitestOutcome(report, result);
}

function playwright(name: string, about: string, minutes: number): Stage {
  return {
    name,
    about,
    kind: 'tests',
    needs: name === 'budgets' ? ['build', 'chromium', 'lighthouse'] : ['build', 'chromium'],
    run: () => runPlaywright(name, name, [], minutes),
    // Traces of all tests would take a tenth of the time, so only these are recorded.
    again(_, run) {
      const last = run === 'second' ? name : `${name}-second`;
      const failed = ['--last-failed', '--last-failed-file', `test-results/${last}/.last-run.json`];
      const args = ['--workers=1', '--trace=on', '--output', `test-results/${name}-${run}`, ...failed];
      return runPlaywright(`${name}-${run}`, name, args, minutes);
    },
  };
}

async function runPlaywright(name: string, project: string, args: string[], minutes: number): Promise<Outcome> {
  const report = join(LOGS, `${name}.json`);
  await rm(report, { force: true });
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const command = ['test', '--project', project, '--reporter=list,json', ...args];
  return playwrightOutcome(report, await run('playwright', command, logOf(name), { minutes, env }));
}

const HISTORIES = 'random histories of phones, network and servers; only with --all (5 minutes; an hour with --long)';

const WEBKIT = playwright(
  'webkit',
  'the app in WebKit: an offline start, drafts, the outbox and the layout; only with --all',
  15,
);

/**
 * Everything that CI runs. The first that can begin does (scripts/test/schedule.ts): the end-to-end tests take longest
 * and so begin as soon as the app is built, and the checks, which find most mistakes, before the other tests.
 */
export const STAGES: readonly Stage[] = [
  {
    name: 'chromium',
    about: 'finds or installs a browser',
    kind: 'install',
    async run() {
      const { ensureChromium } = await import('../browser.ts');
      const path = await ensureChromium();
      process.env.CHROMIUM_PATH = path;
      return { ...PASSED, note: path };
    },
  },
  {
    name: 'lighthouse',
    about: 'installs Lighthouse, which only the budgets need',
    kind: 'install',
    async run() {
      const { installPackages } = await import('../packages.ts');
      await installPackages('lighthouse');
      return PASSED;
    },
  },
  {
    name: 'routes',
    about: 'writes the route tree, which is not in git',
    kind: 'check',
    async run() {
      // Vite and the router's generator are large: loaded by the stage that needs them.
      const { generateRoutes } = await import('../routes.ts');
      await generateRoutes();
      return PASSED;
    },
  },
  {
    name: 'build',
    about: 'the app and its service worker, for production',
    kind: 'check',
    needs: ['routes'],
    async run() {
      const { buildApp, isBuilt } = await import('../build.ts');
      if (await isBuilt()) return { ...PASSED, note: 'already built' };
      const lines: string[] = [];
      await buildApp((line) => lines.push(line));
      return { ...PASSED, note: lines.join(' ').replace(/ [\d.]+ s$/, '') };
    },
  },
  // Time limits end a run that hangs, on a machine several times slower than a quiet two-core one.
  playwright('e2e', 'the product in Chromium against the whole backend: flows, faults, accessibility', 45),
  check('types', 'types of app, worker and node code', 'tsc', ['-b', '--pretty', 'false']),
  check('functions', 'types of the edge functions, in Deno', 'deno', [
    'check',
    '--quiet',
    // npm packages come from node_modules: nothing is downloaded, and another version than in deno.json fails.
    '--no-lock',
    '--node-modules-dir=manual',
    ...['--config', 'supabase/functions/deno.json'],
    'supabase/functions',
    'local/functions/deno',
    'deploy/functions',
  ]),
  check('lint', 'lint rules, allowed imports among them', 'oxlint', ['--format', 'unix']),
  check('format', 'formatting', 'oxfmt', ['--check', '.']),
  check('unused', 'unused files, exports and dependencies', 'knip', []),
  check('unused-app', 'parts of the app that only tests and specimens use', 'knip', ['--config', 'knip.app.config.ts']),
  vitest('pg', 'database, API, functions, sync and soak, on real Postgres and Deno', 45),
  vitest('browser', 'parts that need a browser, in Chromium', 30),
  vitest('unit', 'small parts in Node, and the model of the outbox', 30),
  playwright('budgets', 'limits on bytes, requests and Lighthouse scores', 15),
  {
    name: 'histories',
    about: HISTORIES,
    kind: 'tests',
    needs: ['routes'],
    // It measures how long phones take, and freezes servers.
    after: ['e2e', 'pg', 'browser', 'unit', 'budgets', 'webkit'],
    isExtra: true,
    run: () => runVitest('histories', 'histories', [], process.env['TEST_LONG'] === '1' ? 80 : 20),
  },
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
