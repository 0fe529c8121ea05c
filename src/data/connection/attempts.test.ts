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
  expect(idleAfter()).toBe(4 * IDLE_AFTER_MS);
  attempts.follow(OPEN);
  expect(attempts.isIdle(OPEN)).toBe(false);
  expect(idleAfter()).toBe(IDLE_AFTER_MS);
});

test('an attempt is idle as soon as the first after a silence, and when the member asks during it', () => {
  const attempts = createAttempts();
  attempts.giveUp();
  attempts.giveUp();
  const begin = () => {
    attempts.request(false);
    attempts.follow({ connected: false, connecting: false });
    attempts.follow(CONNECTING);
    vi.advanceTimersByTime(IDLE_AFTER_MS + 1);
  };
  begin();
  expect(attempts.isIdle(CONNECTING)).toBe(false);
  attempts.ask();
  expect(attempts.isIdle(CONNECTING)).toBe(true);
  // A tap does not end a young one, and counts for one attempt only.
  begin();
  expect(attempts.isIdle(CONNECTING)).toBe(false);
  attempts.forgive();
  expect(attempts.isIdle(CONNECTING)).toBe(true);
  attempts.request(false);
  attempts.ask();
  expect(attempts.isIdle(CONNECTING)).toBe(false);
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
