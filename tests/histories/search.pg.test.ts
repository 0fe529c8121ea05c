import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { planArbitrary, type Step } from './support/plan.ts';
import { runPlan } from './support/run-plan.ts';
import { World } from './support/world.ts';

/**
 * HISTORY_SEED and HISTORY_PATH repeat a failure, as fast-check prints them, as far as timing allows; HISTORY_SECONDS
 * searches longer.
 */
const { TEST_LONG, HISTORY_SECONDS = TEST_LONG === '1' ? '3600' : '300', HISTORY_SEED, HISTORY_PATH } = process.env;
const seconds = Number(HISTORY_SECONDS);
const seed = Number(HISTORY_SEED ?? Date.now() % 2 ** 31);
/** One history with its convergence, and a new world. */
const ONE_MS = 300_000;

/** Something to act on. */
const OPENING: readonly Step[] = [
  { do: 'write', phone: 0, write: 'post', choice: 0 },
  { do: 'write', phone: 1, write: 'poll', choice: 0 },
  { do: 'wait', ms: 1000 },
];

/** The last one that was wrong, with all reads and writes. */
const DUMP = join(tmpdir(), 'rangeday-history.json');

let world: World | undefined;
afterAll(() => endWorld());

async function endWorld(): Promise<void> {
  const old = world;
  world = undefined;
  await old?.close();
}

test(
  'whatever happens to phones, network and servers, all read what was written, once and in order',
  { timeout: seconds * 1000 + 2 * ONE_MS },
  async () => {
    const taken: number[] = [];
    let writes = 0;
    let reads = 0;
    const property = fc.asyncProperty(planArbitrary, async (plan) => {
      world ??= await World.create();
      const { violations, convergence, history } = await runPlan(world, [...OPENING, ...plan]).catch(
        async (error: unknown) => {
          await endWorld();
          throw error;
        },
      );
      taken.push(convergence);
      writes += history.writes.length;
      reads += history.reads.length;
      if (violations.length > 0 || world.isUsedUp) {
        await endWorld();
      }
      if (violations.length > 0) await writeFile(DUMP, JSON.stringify({ plan, violations, history }));
      if (violations.length > 0) console.info(violations.map(({ rule, what }) => `${rule}: ${what}`).join('\n'));
      expect(violations).toEqual([]);
    });
    const details = await fc.check(property, {
      seed,
      ...(HISTORY_PATH && { path: HISTORY_PATH }),
      numRuns: 10_000,
      interruptAfterTimeLimit: seconds * 1000,
    });
    const sorted = taken.toSorted((a, b) => a - b);
    console.info(
      `${taken.length} histories, ${writes} writes, ${reads} reads, seed ${seed}; convergence ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, at most ${Math.round(sorted.at(-1) ?? 0)}`,
    );
    const report = `${String(details.errorInstance)}\n${fc.defaultReportMessage(details) ?? ''}`;
    expect(details.failed && report).toBe(false);
    expect(taken.length).toBeGreaterThan(0);
  },
);
