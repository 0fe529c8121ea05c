import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));
const failAfter = async (ms: number) => after(ms, null).then(() => Promise.reject(new Error('broken')));

test('returns a result that arrives in time and leaves no timer behind', async () => {
  const answer = within(100, after(99, 'done'), 'late');
  await vi.advanceTimersByTimeAsync(99);
  expect(await answer).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects with an error that arrives in time and leaves no timer behind', async () => {
  const refused = expect(within(100, failAfter(99), 'late')).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(99);
  await refused;
  expect(vi.getTimerCount()).toBe(0);
});

test('ignores a late result, and a late rejection is not reported as unhandled', async () => {
  const answers = Promise.all([within(100, after(101, 'done')), within(100, failAfter(101), 'late')]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await answers).toEqual([undefined, 'late']);
  await vi.advanceTimersByTimeAsync(1);
});
