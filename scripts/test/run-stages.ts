import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { ROOT } from './command.ts';
import type { Outcome, TestFailure } from './counts.ts';
import { schedule } from './schedule.ts';
import { runAgain, type SecondRun } from './second-runs.ts';
import { logOf, type Stage } from './stages.ts';
import { currentTree, KEPT, recordUnstable, MOST_UNSTABLE, noteUnstable } from './unstable.ts';

/** Lines of a failed stage's output that are printed. */
const SHOWN = 120;
/** Lines printed of what the pages of a failed test showed. */
const PAGE_LINES = 200;
/** First line of the failures in the output of vitest and Playwright. */
const FAILURES = /^.*Failed (Tests|Suites) \d|^ {2}1\) \[/m;

/**
 * Runs the stages, prints a line for each with its seconds and those of processors, and ends with `N passed, N failed`.
 * A failed stage stops only those that need it: nothing is tested in a browser when the app does not build. When all
 * have run, the failed tests run again, alone: one that passes then is unstable, or the machine was at fault, and its
 * name is printed at the end.
 *
 * @returns whether all passed, and no more were unstable than a green run may have
 */
export async function runStages(stages: readonly Stage[]): Promise<boolean> {
  const total = { passed: 0, failed: 0 };
  const failed: { stage: Stage; outcome: Outcome }[] = [];
  await schedule(stages, async (stage) => {
    const outcome = await runStage(stage);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    if (outcome.failed > 0) failed.push({ stage, outcome });
    return outcome.failed === 0;
  });

  const unstable: SecondRun[] = [];
  const lines: string[] = [];
  for (const { stage, outcome } of failed) {
    const verdict = await runAgain(stage, outcome);
    unstable.push(...verdict.unstable);
    lines.push(...verdict.unstable.map(({ name }) => `unstable: ${name}`));
    lines.push(...verdict.machine.map(({ name, fault }) => `machine: ${name} (${fault})`));
    total.passed += outcome.failed - verdict.failed;
    total.failed -= outcome.failed - verdict.failed;
  }
  const reds = await judgeUnstable(unstable, stages);
  total.passed -= reds.length;
  total.failed += reds.length;
  if (lines.length > 0) console.log(`\n${lines.join('\n')}`);
  if (unstable.length > 0) console.log(`Their first failures are in ${KEPT}.`);
  if (reds.length > 0) console.log(reds.join('\n'));
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

/** @returns a line for each unstable test that makes the run red */
async function judgeUnstable(unstable: readonly SecondRun[], stages: readonly Stage[]): Promise<string[]> {
  await recordUnstable(unstable);
  const names = unstable.map(({ name }) => name);
  const isWhole = stages.some(({ name }) => name === 'e2e') && stages.some(({ name }) => name === 'pg');
  const tree = names.length > 0 ? await currentTree() : undefined;
  const twice = new Set(await noteUnstable(names, (name) => isWhole || names.includes(name), tree));
  if (names.length > MOST_UNSTABLE)
    return names.map((name) => `failed, one of more than ${MOST_UNSTABLE} unstable: ${name}`);
  return names
    .filter((name) => twice.has(name))
    .map((name) => `failed, unstable in two runs of the same tree: ${name}`);
}

async function runStage(stage: Stage): Promise<Outcome> {
  const start = performance.now();
  let outcome: Outcome;
  try {
    outcome = await stage.run();
  } catch (error) {
    outcome = { passed: 0, failed: 1, skipped: 0, output: error instanceof Error ? error.message : String(error) };
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  // A stage without a command is mostly this process, which others share.
  const processor = outcome.processorSeconds?.toFixed(0).padStart(5) ?? '     ';
  const mark = outcome.failed > 0 ? '✗' : '✓';
  console.log(`${mark} ${stage.name.padEnd(10)} ${seconds} s ${processor}  ${summary(stage, outcome)}`);
  if (outcome.failed > 0) console.log(await details(stage, outcome));
  return outcome;
}

function summary(stage: Stage, { passed, failed, skipped, note, stoppedAfter }: Outcome): string {
  if (stoppedAfter !== undefined) return `stopped after ${stoppedAfter} minutes`;
  if (stage.kind !== 'tests') return note ?? stage.about;
  return [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');
}

/** Names of the failed tests with their attachments, the output from the first failure on, and the path of the log. */
async function details(stage: Stage, { output, failures = [], stoppedAfter }: Outcome): Promise<string> {
  const plain = stripVTControlCharacters(output).trimEnd();
  const lines = plain.slice(Math.max(0, plain.search(FAILURES))).split('\n');
  const shown = stoppedAfter === undefined ? lines.slice(0, SHOWN) : lines.slice(-SHOWN);
  const described = await Promise.all(failures.map(describe));
  return [...described.flat(), '', ...shown, '', `The whole output: ${logOf(stage.name)}`]
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}

/** With the text of an attached `pages.txt` (tests/e2e/support/describe-pages.ts) below its path. */
async function describe({ name, attachments }: TestFailure): Promise<string[]> {
  const lines = [name];
  for (const path of attachments) {
    lines.push(`  ${path}`);
    if (!path.endsWith('/pages.txt')) continue;
    const text = await readFile(join(ROOT, path), 'utf8').catch((error: Error) => error.message);
    lines.push(...text.split('\n', PAGE_LINES).map((line) => `    ${line}`));
  }
  return lines;
}
