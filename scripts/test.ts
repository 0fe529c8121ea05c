import { parseArgs, stripVTControlCharacters } from 'node:util';
import { pathToFileURL } from 'node:url';

import { STAGES, type Stage } from './test/stages.ts';
import type { Outcome } from './test/counts.ts';

/** Static checks are short and mostly wait for their own start: two at a time on two cores. */
const SIDE_BY_SIDE = 2;
/** Lines of a failed stage's output that are shown; the whole is in .cache/test. */
const SHOWN = 120;
/** Where the test runners begin to speak of failures: vitest, then Playwright. */
const FAILURES = /^.*Failed (Tests|Suites) \d|^ {2}1\) \[/m;

/**
 * Runs the stages, a line for each, and ends with `N passed, N failed`. A failed stage does not stop the others, except
 * that nothing can be tested in a browser when the app does not build.
 *
 * @returns whether all passed
 */
export async function runStages(stages: readonly Stage[]): Promise<boolean> {
  const total = { passed: 0, failed: 0 };
  let isStopped = false;
  for (const group of ['set-up', 'static', 'build', 'tests'] as const) {
    const queue = stages.filter((stage) => stage.group === group);
    const lanes = group === 'static' ? SIDE_BY_SIDE : 1;
    const work = async (): Promise<void> => {
      for (let stage = queue.shift(); stage; stage = queue.shift()) {
        if (isStopped && stage.group === 'tests' && stage.name !== 'unit' && stage.name !== 'pg') continue;
        const outcome = await runStage(stage);
        total.passed += outcome.passed;
        total.failed += outcome.failed;
        if (outcome.failed > 0 && (group === 'set-up' || group === 'build')) isStopped = true;
      }
    };
    await Promise.all(Array.from({ length: lanes }, work));
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
  if (outcome.failed > 0) console.log(indented(outcome));
  return outcome;
}

function summary(stage: Stage, { passed, failed, skipped, note, stoppedAfter }: Outcome): string {
  if (stoppedAfter !== undefined) return `stopped: it had not ended after ${stoppedAfter} minutes`;
  if (stage.group !== 'tests') return note ?? stage.about;
  return [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');
}

/** What is said about failures, indented; without the list of what passed. Of what was stopped, the end. */
function indented({ output, stoppedAfter }: Outcome): string {
  const plain = stripVTControlCharacters(output).trimEnd();
  const lines = plain.slice(Math.max(0, plain.search(FAILURES))).split('\n');
  if (stoppedAfter !== undefined)
    return lines
      .slice(-SHOWN)
      .map((line) => `    ${line}`)
      .join('\n');
  const shown = lines.length > SHOWN ? [...lines.slice(0, SHOWN), '… the rest is in .cache/test'] : lines;
  return shown.map((line) => `    ${line}`).join('\n');
}

/** Picks stages by `--only a,b`, with what they cannot do without. */
function chosen(only: string | undefined): Stage[] {
  if (only === undefined) return [...STAGES];
  const names = new Set(only.split(','));
  const unknown = [...names].filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}. See --list.`);
  if (names.has('e2e') || names.has('budgets')) names.add('build');
  if (names.has('e2e') || names.has('budgets') || names.has('browser')) names.add('chromium');
  names.add('routes');
  return STAGES.filter(({ name }) => names.has(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, list: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.list) {
    for (const { name, about } of STAGES) console.log(`${name.padEnd(10)} ${about}`);
  } else {
    try {
      process.exitCode = (await runStages(chosen(values.only))) ? 0 : 1;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
}
