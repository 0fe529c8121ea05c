import { expect, it, vi } from 'vitest';

import type { Outcome, TestFailure } from './counts.ts';
import { machineFault, runAgain } from './second-runs.ts';
import type { Stage } from './stages.ts';

const failure = (title: string, reason = 'expected 1, received 2'): TestFailure => ({
  name: `tests/a.spec.ts:1 › ${title}`,
  file: 'tests/a.spec.ts',
  reason,
  attachments: [],
});

/** A run in which these fail and those pass. */
const outcome = (failures: readonly TestFailure[], passed: readonly TestFailure[] = []): Outcome => ({
  passed: passed.length,
  failed: failures.length,
  skipped: 0,
  output: '',
  failures,
  passedTests: new Map(passed.map(({ name }) => [name, ['trace.zip']])),
});

/** A stage whose further runs have these results, one after the other. */
function stage(...results: Outcome[]) {
  const again = vi.fn<NonNullable<Stage['again']>>(async () => results.shift() ?? outcome([]));
  const run = vi.fn<Stage['run']>(async () => results.shift() ?? outcome([failure('unexpected run')]));
  return { name: 'e2e', about: '', kind: 'tests', run, again } as const;
}

it('calls a test that fails and then passes unstable, and one that fails twice failed', async () => {
  const race = failure('race');
  const broken = failure('broken');
  const e2e = stage(outcome([broken], [race]));
  const verdict = await runAgain(e2e, outcome([race, broken]));
  expect(verdict.unstable.map(({ name }) => name)).toEqual([race.name]);
  expect(verdict.unstable[0]?.passedWith).toEqual(['trace.zip']);
  expect(verdict).toMatchObject({ machine: [], failed: 1 });
  expect(e2e.again).toHaveBeenCalledTimes(1);
});

it('leaves a test failed that was not run, or was skipped, the second time', async () => {
  const lost = failure('lost');
  expect(await runAgain(stage(outcome([], [])), outcome([lost]))).toMatchObject({ unstable: [], failed: 1 });
});

it('runs a test twice more while a renderer crashes, and names the machine', async () => {
  const crash = failure('crash', 'Error: page.goto: Target crashed');
  const e2e = stage(outcome([crash]), outcome([], [crash]));
  const verdict = await runAgain(e2e, outcome([crash]));
  expect(verdict).toMatchObject({ unstable: [], failed: 0 });
  expect(verdict.machine).toMatchObject([{ name: crash.name, fault: 'a renderer crashed' }]);
  expect(e2e.again).toHaveBeenCalledTimes(2);
});

it('leaves a test failed in which the renderer crashes each time', async () => {
  const crash = failure('crash', 'Target crashed');
  const e2e = stage(outcome([crash]), outcome([crash]));
  expect(await runAgain(e2e, outcome([crash]))).toMatchObject({ machine: [], failed: 1 });
});

it('leaves a test failed that fails by itself after a crash of the renderer', async () => {
  const e2e = stage(outcome([failure('crash')]));
  expect(await runAgain(e2e, outcome([failure('crash', 'Target crashed')]))).toMatchObject({ machine: [], failed: 1 });
  expect(e2e.again).toHaveBeenCalledTimes(1);
});

it('runs a whole stage again only if the machine stopped it', async () => {
  const output = 'browserType.launch: Failed to launch the browser process';
  const stopped: Outcome = { passed: 0, failed: 1, skipped: 0, output };
  const machine = stage(stopped, outcome([], [failure('a')]));
  expect(await runAgain(machine, stopped)).toMatchObject({ machine: [{ name: 'the stage e2e' }], failed: 0 });
  expect(machine.run).toHaveBeenCalledTimes(2);

  const broken = stage();
  expect(await runAgain(broken, { ...stopped, output: 'SyntaxError' })).toMatchObject({ machine: [], failed: 1 });
  expect(broken.run).not.toHaveBeenCalled();
});

it.each([
  ['a stage without a second run', { again: undefined }, {}],
  ['a stage that took too long', {}, { stoppedAfter: 45 }],
])('runs nothing again: %s', async (_, without, more) => {
  const race = failure('race');
  const e2e = stage(outcome([], [race]));
  const verdict = await runAgain({ ...e2e, ...without }, { ...outcome([race]), ...more });
  expect(verdict).toMatchObject({ unstable: [], failed: 1 });
});

it('does not run again what fails in many places', async () => {
  const many = Array.from({ length: 11 }, (_, place) => failure(`${place}`));
  const e2e = stage(outcome([], many));
  expect(await runAgain(e2e, outcome(many))).toMatchObject({ unstable: [], failed: 11 });
  expect(e2e.again).not.toHaveBeenCalled();
});

it('takes no failed assertion for a fault of the machine', () => {
  expect(machineFault('expected "Loading..." to be visible. Timeout 15000ms')).toBeUndefined();
  expect(machineFault('ENOSPC: no space left on device, write')).toBe('no space was left');
});
