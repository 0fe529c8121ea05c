import { readFile } from 'node:fs/promises';

import type { CommandResult } from './command.ts';

/** What one stage found. A check without tests of its own counts as one. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed. */
  readonly output: string;
  /** What the stage did, when that is worth a word: "already built". */
  readonly note?: string;
  /** It was stopped after this many minutes, so what it found out is not complete. */
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
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/**
 * Counts of a vitest JSON report. A file that did not even load has no failed test: it counts as one, and so does a run
 * that ended badly without saying why.
 */
export async function vitestOutcome(path: string, result: CommandResult): Promise<Outcome> {
  const report = await readReport<VitestReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0, ...told(result) };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: result.ok ? failed : Math.max(1, failed),
    skipped: report.numPendingTests,
    ...told(result),
  };
}

/** Counts of a Playwright JSON report. There are no retries, so nothing is flaky: should it be, it failed. */
export async function playwrightOutcome(path: string, result: CommandResult): Promise<Outcome> {
  const report = await readReport<PlaywrightReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0, ...told(result) };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: result.ok ? failed : Math.max(1, failed), skipped, ...told(result) };
}

function told({ output, stoppedAfter }: CommandResult): Pick<Outcome, 'output' | 'stoppedAfter'> {
  return { output, ...(stoppedAfter !== undefined && { stoppedAfter }) };
}

async function readReport<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
