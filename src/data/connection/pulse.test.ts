import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPulse } from './pulse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose answers can be stopped, and what the pulse told about it. */
function setUp() {
  const told: string[] = [];
  const world = { answers: true, due: true, asked: 0 };
  const pulse = createPulse({
    ask: () => {
      world.asked += 1;
      return world.answers ? Promise.resolve() : Promise.reject(new TypeError('nobody'));
    },
    isDue: () => world.due,
    onSilence: () => told.push('silence'),
    onAnswer: () => told.push('answer'),
  });
  return { told, world, pulse };
}

test('a connection that dies without a word is noticed, and its return soon after', async () => {
  const { told, world, pulse } = setUp();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(told).toEqual([]);
  world.answers = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(told).toEqual(['silence']);
  expect(pulse.isSilent).toBe(true);
  world.answers = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(told).toEqual(['silence', 'answer']);
  pulse.stop();
});

test('asks nothing while there is nothing to learn, but at once when told to', async () => {
  const { told, world, pulse } = setUp();
  world.due = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.asked).toBe(0);
  world.answers = false;
  pulse.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['silence']);
  pulse.stop();
  world.answers = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['silence']);
});
