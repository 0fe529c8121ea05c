import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manySteps, run } from './support/run.ts';
import type { Step } from './support/steps.ts';

/** The same runs in the same order each time. `npm test -- --all` makes as many as fit into its time. */
const SEED = 20_261_121;
const isAll = process.env['TEST_ALL'] === '1';

/**
 * MODEL_SEED and MODEL_PATH repeat a failure, as fast-check prints them; MODEL_SEED=random explores new runs; MODEL_RUNS and
 * MODEL_SECONDS search longer.
 */
const {
  MODEL_SECONDS = '40',
  MODEL_RUNS = isAll ? '3000' : '150',
  MODEL_SEED = String(SEED),
  MODEL_PATH: path,
} = process.env;
const seconds = Number(MODEL_SECONDS);
const seed = MODEL_SEED === 'random' ? Date.now() % 2 ** 31 : Number(MODEL_SEED);

const step = (work: Step['work'], b = 0, isHasty = false, a = 0): Step => ({ work, a, b, isHasty });

/** Found by the search and mended; they run first. Fate 2 is a lost answer, 11 an expired token; words with b = 0 are refused. */
const ONCE_BROKEN: readonly Step[][] = [
  // Taken back while it may have arrived; its refusal came back as if another device had written it.
  [step('post'), step('upload'), step('network', 2), step('discard'), step('upload'), step('network')],
  // Taken back between the reading of the queue and its marking: it went all the same.
  [step('post', 0, true), step('upload'), step('upload', 0, true), step('discard', 21)],
  // Taken for editing while the token was renewed.
  [step('message'), step('upload'), step('network', 11, true), step('edit'), step('tidy')],
  // Killed between taking a refused one back and telling the server to forget it.
  [step('post'), step('upload'), step('network'), step('killSoon', 2, false, 1), step('discard', 1), step('sync')],
  // Taken back between its refusal and its leaving the queue, and killed there: it was sent and refused once more.
  [
    step('post'),
    step('upload'),
    step('killSoon', 0, false, 2),
    step('network'),
    step('discard', 0, true),
    step('vote', 7, true),
  ],
  // Made new by a retry while it was being deleted: both were refused, and stood in the outbox.
  [step('post'), step('upload'), step('retry', 0, true), step('network', 0, true), step('deletePost'), step('network')],
  // Deleted while on its way, and refused: so was its deletion, or the change to it.
  [step('post'), step('upload'), step('deletePost'), step('network')],
  [
    step('post', 2),
    step('comment'),
    step('upload'),
    step('editComment'),
    step('network'),
    step('upload'),
    step('deleteComment'),
  ],
  // Refused and taken for editing: it stayed on screen until the next sync, and could be deleted there.
  [step('post'), step('upload'), step('network'), step('edit'), step('deletePost')],
  // Killed between the discarding of a post and of its deletion.
  [
    step('post'),
    step('upload'),
    step('network', 95),
    step('deletePost'),
    step('post'),
    step('killSoon', 0, false, 4),
    step('discard'),
    step('upload'),
  ],
  // Changed while it was being discarded for its deletion.
  [step('post'), step('deletePost', 0, true), step('editPost'), step('switch')],
  // Changed while it was refused, and made new behind the change: that was refused, and later applied after a newer one.
  [
    step('post', 2),
    step('mute'),
    step('upload'),
    step('editPost', 2),
    step('network'),
    step('retryAll'),
    step('editPost', 2),
    step('mute', 0, false, 10),
    step('upload'),
    step('sync'),
  ],
  // Made new behind its post, with no answer of its own, and taken back: its old refusal came by the stream.
  [
    step('post'),
    step('comment'),
    step('upload'),
    step('network', 77),
    step('retry'),
    step('deleteComment'),
    step('sync'),
  ],
  // Taken back while its deletion waited too.
  [
    step('post', 2),
    step('comment'),
    step('upload'),
    step('deleteComment', 0, false, 9),
    step('network', 2),
    step('discard', 15, false, 1),
  ],
];

test(
  'random faults, actions and kills: nothing is lost, duplicated, leaked or stuck',
  { timeout: (seconds + 60) * 1000 },
  async () => {
    let runs = 0;
    const property = fc.asyncProperty(manySteps, async (steps) => {
      runs += 1;
      await run(steps);
    });
    const details = await fc.check(property, {
      seed,
      ...(path && { path }),
      examples: ONCE_BROKEN.map((steps) => [steps]),
      numRuns: Number(MODEL_RUNS),
      // Of one run: a lock that is never released shows as this.
      timeout: 20_000,
      interruptAfterTimeLimit: seconds * 1000,
    });
    console.info(`${runs} runs of the model, seed ${seed}`);
    const report = `${String(details.errorInstance)}\n${fc.defaultReportMessage(details) ?? ''}`;
    expect(details.failed && report).toBe(false);
    expect(runs).toBeGreaterThan(ONCE_BROKEN.length);
  },
);
