import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

import { ROOT, type CommandResult } from './command.ts';

/** The result of one stage. A check without tests of its own counts as one. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed. */
  readonly output: string;
  /** File and full name of each failed test, and the paths of its trace and screenshot. */
  readonly failures?: readonly string[];
  /** A remark on the stage's line: "already built". */
  readonly note?: string;
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
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
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
      readonly results: readonly { readonly attachments?: readonly { readonly path?: string }[] }[];
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

/** Counts of a vitest JSON report. A file that failed to load, and a run that failed without a report, count as one failure. */
export async function vitestOutcome(path: string, result: CommandResult): Promise<Outcome> {
  const report = await readReport<VitestReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0, ...shownOf(result) };
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && file.status !== 'failed') return [];
    const name = relative(ROOT, file.name);
    return tests.length === 0 ? [`${name} failed to load`] : tests.map(({ fullName }) => `${name} › ${fullName}`);
  });
  return {
    passed: report.numPassedTests,
    failed: result.ok ? failures.length : Math.max(1, failures.length),
    skipped: report.numPendingTests,
    failures,
    ...shownOf(result),
  };
}

/** Counts of a Playwright JSON report. There are no retries; a flaky test counts as failed. */
export async function playwrightOutcome(path: string, result: CommandResult): Promise<Outcome> {
  const report = await readReport<PlaywrightReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0, ...shownOf(result) };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return {
    passed: expected,
    failed: result.ok ? failed : Math.max(1, failed),
    skipped,
    failures: report.suites.flatMap((suite) => failedSpecs(suite, report.config.rootDir)),
    ...shownOf(result),
  };
}

function failedSpecs(suite: PlaywrightSuite, folder: string, titles: readonly string[] = []): string[] {
  const failed = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .flatMap(({ title, file, line, tests }) => [
      [`${relative(ROOT, `${folder}/${file}`)}:${line}`, ...titles, title].join(' › '),
      ...tests
        .flatMap(({ results }) => results.flatMap(({ attachments = [] }) => attachments))
        .flatMap((attachment) => (attachment.path === undefined ? [] : [`  ${relative(ROOT, attachment.path)}`])),
    ]);
  return [...failed, ...(suite.suites ?? []).flatMap((inner) => failedSpecs(inner, folder, [...titles, inner.title]))];
}

function shownOf({ output, stoppedAfter }: CommandResult): Pick<Outcome, 'output' | 'stoppedAfter'> {
  return { output, ...(stoppedAfter !== undefined && { stoppedAfter }) };
}

async function readReport<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
