import type { Outcome, TestFailure } from './counts.ts';
import type { Stage } from './stages.ts';

/** A change breaks this many tests at once only if it is wrong: they are not run again. */
const MOST_AGAIN = 10;

/** What the machine does, as it stands in the errors of tests. */
const MACHINE_FAULTS: readonly (readonly [sentence: string, sign: RegExp])[] = [
  ['a renderer crashed', /Target crashed|Page crashed|A renderer crashed/],
  ['the browser did not start', /browserType\.launch|Failed to launch|Failed to connect to the browser session/],
  ['the browser ended', /Browser connection was closed while running tests/],
  ['Postgres did not start', /Postgres ended: |Postgres could not start/],
  ['no space was left', /ENOSPC|No space left on device|could not resize shared memory segment/],
  ['no memory was left', /ENOMEM|Cannot allocate memory|JavaScript heap out of memory/],
];

/** @returns what the machine did, if that is why a test failed */
export function machineFault(reason: string): string | undefined {
  return MACHINE_FAULTS.find(([, sign]) => sign.test(reason))?.[0];
}

/** How each test that failed once is judged in the end. */
export interface Verdict {
  /** Passed when it was run again, alone: a race, in the test or in the product. */
  readonly unstable: readonly SecondRun[];
  /** Passed when it was run again after a fault of the machine. */
  readonly machine: readonly (SecondRun & { readonly fault: string })[];
  /** The number of failures that are left. */
  readonly failed: number;
}

export interface SecondRun extends TestFailure {
  /** Of the run in which it passed. */
  readonly passedWith: readonly string[];
}

/**
 * Runs the failed tests of a stage again: each once, and once more if both times the machine was at fault. A stage that
 * the machine stopped outside of a test runs again as a whole, at most twice.
 */
export async function runAgain(stage: Stage, first: Outcome): Promise<Verdict> {
  const broken: Verdict = { unstable: [], machine: [], failed: first.failed };
  if (!stage.again || first.stoppedAfter !== undefined) return broken;
  const failures = first.failures ?? [];
  if (failures.length < first.failed) return wholeAgain(stage, first, broken);
  if (failures.length > MOST_AGAIN) return broken;

  const second = await stage.again(failures, 'second');
  const passed = new Map(second.passedTests);
  const secondReason = new Map(second.failures?.map(({ name, reason }) => [name, reason]));
  const isMachineTwice = ({ name, reason }: TestFailure): boolean =>
    machineFault(reason) !== undefined && machineFault(secondReason.get(name) ?? '') !== undefined;
  const twice = failures.filter(isMachineTwice);
  if (twice.length > 0) {
    const third = await stage.again(twice, 'third');
    for (const { name } of twice) {
      const attachments = third.passedTests?.get(name);
      if (attachments) passed.set(name, attachments);
    }
  }
  // Two tests of one name are one here: both must pass.
  const failedAgain = new Set(second.failures?.filter(({ name }) => !passed.has(name)).map(({ name }) => name));
  const settled = failures.flatMap((failure) => {
    const passedWith = failedAgain.has(failure.name) ? undefined : passed.get(failure.name);
    return passedWith ? [{ ...failure, passedWith, fault: machineFault(failure.reason) }] : [];
  });
  return {
    unstable: settled.filter(({ fault }) => fault === undefined),
    machine: settled.flatMap((each) => (each.fault === undefined ? [] : [{ ...each, fault: each.fault }])),
    failed: failures.length - settled.length,
  };
}

async function wholeAgain(stage: Stage, first: Outcome, broken: Verdict): Promise<Verdict> {
  const fault = machineFault(first.output);
  for (let tries = 0; fault !== undefined && tries < 2; tries += 1) {
    const again = await stage.run();
    if (again.failed > 0) continue;
    const name = `the stage ${stage.name}`;
    return {
      ...broken,
      machine: [{ name, file: '', reason: first.output, attachments: [], passedWith: [], fault }],
      failed: 0,
    };
  }
  return broken;
}
