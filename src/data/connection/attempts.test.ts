import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createAttempts, IDLE_AFTER_MS } from './attempts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const CONNECTING = { connected: false, connecting: true };
const OPEN = { connected: true, connecting: false };

test('an attempt is idle later after each one that was given up, and as soon as the first after an open stream', () => {
  const attempts = createAttempts();
  const idleAfter = (): number => {
    attempts.request(false);
    attempts.follow({ connected: false, connecting: false });
    attempts.follow(CONNECTING);
    for (let waited = 0; ; waited += 1000) {
      if (attempts.isIdle(CONNECTING)) return waited - 1000;
      vi.advanceTimersByTime(1000);
    }
  };
  expect(idleAfter()).toBe(IDLE_AFTER_MS);
  attempts.giveUp();
  expect(idleAfter()).toBe(2 * IDLE_AFTER_MS);
  for (let times = 0; times < 9; times += 1) attempts.giveUp();
  expect(idleAfter()).toBe(16 * IDLE_AFTER_MS);
  attempts.follow(OPEN);
  expect(attempts.isIdle(OPEN)).toBe(false);
  expect(idleAfter()).toBe(IDLE_AFTER_MS);
});

test('a stream in place of an open one is "reconnecting" until it opens', () => {
  const attempts = createAttempts();
  attempts.follow(OPEN);
  attempts.request(true);
  // The old one is still open.
  attempts.follow(OPEN);
  expect(attempts.isReconnecting()).toBe(true);
  attempts.follow(CONNECTING);
  attempts.follow(OPEN);
  expect(attempts.isReconnecting()).toBe(false);
});
