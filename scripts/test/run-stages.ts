import { stripVTControlCharacters } from 'node:util';

import type { Outcome } from './counts.ts';
import { logOf, type Stage } from './stages.ts';

/** How many stages run at the same time. Static checks are mostly single-threaded, and the browser is installed beside them; end-to-end tests often wait. */
const LANES = { 'set-up': 1, static: 3, build: 1, tests: 2 } as const;
/** Lines of a failed stage's output that are printed. */
const SHOWN = 120;
/** First line of the failures in the output of vitest and Playwright. */
const FAILURES = /^.*Failed (Tests|Suites) \d|^ {2}1\) \[/m;

/**
 * Runs the stages, prints a line for each, and ends with `N passed, N failed`. A failed stage does not stop the others,
 * except that nothing is tested in a browser when the app does not build.
 *
 * @returns whether all passed
 */
export async function runStages(stages: readonly Stage[]): Promise<boolean> {
  const total = { passed: 0, failed: 0 };
  let isStopped = false;
  for (const [group, lanes] of Object.entries(LANES)) {
    const queue = stages.filter((stage) => stage.group === group);
    const lane = async (): Promise<void> => {
      for (let stage = queue.shift(); stage; stage = queue.shift()) {
        if (isStopped && stage.needsApp) continue;
        const outcome = await runStage(stage);
        total.passed += outcome.passed;
        total.failed += outcome.failed;
        if (outcome.failed > 0 && stage.appNeedsIt) isStopped = true;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
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
  const mark = outcome.failed > 0 ? '✗' : '✓';
  console.log(`${mark} ${stage.name.padEnd(10)} ${seconds} s  ${summary(stage, outcome)}`);
  if (outcome.failed > 0) console.log(details(stage, outcome));
  return outcome;
}

function summary(stage: Stage, { passed, failed, skipped, note, stoppedAfter }: Outcome): string {
  if (stoppedAfter !== undefined) return `stopped after ${stoppedAfter} minutes`;
  if (stage.group !== 'tests') return note ?? stage.about;
  return [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');
}

/** Names of the failed tests, the output from the first failure on, and the path of the log. */
function details(stage: Stage, { output, failures = [], stoppedAfter }: Outcome): string {
  const plain = stripVTControlCharacters(output).trimEnd();
  const lines = plain.slice(Math.max(0, plain.search(FAILURES))).split('\n');
  const shown = stoppedAfter === undefined ? lines.slice(0, SHOWN) : lines.slice(-SHOWN);
  return [...failures, '', ...shown, '', `The whole output: ${logOf(stage.name)}`]
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}
