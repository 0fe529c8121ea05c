import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

import { ROOT, type CommandResult } from './command.ts';

/** One test that failed, or a file that failed to load. */
export interface TestFailure {
  /** File and full name, as printed: the same in every run of the same tree. */
  readonly name: string;
  /** From the root of the project. */
  readonly file: string;
  /** The messages of its errors. */
  readonly reason: string;
  /** Paths of its screenshot, its trace and what its pages showed. */
  readonly attachments: readonly string[];
}

/** The result of one stage. A check without tests of its own counts as one. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed. */
  readonly output: string;
  /** Fewer than `failed` if something failed outside of a test. */
  readonly failures?: readonly TestFailure[];
  /** The attachments of each test that passed, by its name as in TestFailure; also each file without a failure. */
  readonly passedTests?: ReadonlyMap<string, readonly string[]>;
  /** A remark on the stage's line: "already built". */
  readonly note?: string;
  /** Of the stage's command with all that it started. */
  readonly processorSeconds?: number;
  /** Stopped after this many minutes, so the counts are incomplete. */
  readonly stoppedAfter?: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status?: string;
      readonly results: readonly {
        readonly attachments?: readonly { readonly path?: string }[];
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/**
 * Counts of a vitest JSON report. A file that failed to load, and a run that failed without a report, count as one
 * failure.
 */
export async function vitestOutcome(path: string, result: CommandResult): Promise<Outcome> {
  const report = await readReport<VitestReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0, ...shownOf(result) };
  const failures = report.testResults.flatMap((suite): TestFailure[] => {
    const tests = suite.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && suite.status !== 'failed') return [];
    const file = relative(ROOT, suite.name);
    if (tests.length === 0) return [{ name: file, file, reason: suite.message ?? '', attachments: [] }];
    return tests.map(({ fullName, failureMessages = [] }) => ({
      name: `${file} › ${fullName}`,
      file,
      reason: failureMessages.join('\n'),
      attachments: [],
    }));
  });
  const passedNames = report.testResults.flatMap((suite) => {
    const file = relative(ROOT, suite.name);
    const passed = suite.assertionResults.filter(({ status }) => status === 'passed');
    return [...(suite.status === 'failed' ? [] : [file]), ...passed.map(({ fullName }) => `${file} › ${fullName}`)];
  });
  return {
    passed: report.numPassedTests,
    failed: result.ok ? failures.length : Math.max(1, failures.length),
    skipped: report.numPendingTests,
    failures,
    passedTests: new Map(passedNames.map((name) => [name, []])),
    ...shownOf(result),
  };
}

/** Counts of a Playwright JSON report. There are no retries; a flaky test counts as failed. */
export async function playwrightOutcome(path: string, result: CommandResult): Promise<Outcome> {
  const report = await readReport<PlaywrightReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0, ...shownOf(result) };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  const specs = report.suites.flatMap((suite) => specsOf(suite, report.config.rootDir));
  return {
    passed: expected,
    failed: result.ok ? failed : Math.max(1, failed),
    skipped,
    failures: specs.filter(({ ok }) => !ok),
    passedTests: new Map(
      specs.filter(({ hasPassed }) => hasPassed).map(({ name, attachments }) => [name, attachments]),
    ),
    ...shownOf(result),
  };
}

interface Spec extends TestFailure {
  readonly ok: boolean;
  /** False also if it was skipped. */
  readonly hasPassed: boolean;
}

function specsOf(suite: PlaywrightSuite, folder: string, titles: readonly string[] = []): Spec[] {
  const specs = (suite.specs ?? []).map(({ title, ok, file, line, tests }): Spec => {
    const path = relative(ROOT, `${folder}/${file}`);
    const results = tests.flatMap((test) => test.results);
    return {
      name: [`${path}:${line}`, ...titles, title].join(' › '),
      file: path,
      ok,
      hasPassed: ok && tests.some(({ status }) => status === 'expected'),
      reason: results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)).join('\n'),
      attachments: results
        .flatMap(({ attachments = [] }) => attachments)
        .flatMap((attachment) => (attachment.path === undefined ? [] : [relative(ROOT, attachment.path)])),
    };
  });
  return [...specs, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, folder, [...titles, inner.title]))];
}

function shownOf(result: CommandResult): Omit<CommandResult, 'ok'> {
  const { ok: _ok, ...shown } = result;
  return shown;
}

async function readReport<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
