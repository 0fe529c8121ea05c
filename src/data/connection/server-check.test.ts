import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartbeat } from '#lib/heartbeat.ts';
import { createServerCheck } from './server-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that can stop answering, and what the check reported about it. */
function setUp() {
  const reported: string[] = [];
  const network = {
    answers: true,
    online: true,
    visible: true,
    idle: false,
    requests: 0,
    lastAnswerAt: -Infinity,
    nextAt: null as number | null,
    /** Of a request without an answer, in ms. */
    patience: 0,
  };
  const server = createServerCheck({
    ask: () => {
      network.requests += 1;
      if (network.answers) return Promise.resolve();
      const error = new TypeError('no server');
      if (network.patience === 0) return Promise.reject(error);
      return new Promise((_, reject) => setTimeout(reject, network.patience, error));
    },
    isOnline: () => network.online,
    isIdle: () => network.idle,
    lastAnswerAt: () => network.lastAnswerAt,
    onSilence: () => reported.push('silence'),
    onAnswer: (wasSilent) => reported.push(wasSilent ? 'answer' : 'still answers'),
    onNext: (at) => (network.nextAt = at),
  });
  return { reported, network, server, heartbeat: createHeartbeat({ server }, () => network.visible) };
}

test('a silently lost connection is detected, and its return soon after', async () => {
  const { reported, network, server, heartbeat } = setUp();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reported).toEqual([]);
  network.answers = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reported).toEqual(['silence']);
  expect(server.isSilent).toBe(true);
  expect(network.nextAt).toBe(Date.now() + 3000);
  // It has set the status to offline, and still asks.
  network.online = false;
  network.answers = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(reported).toEqual(['silence', 'answer']);
  expect(network.nextAt).toBeNull();
  heartbeat.stop();
});

test('a line that is full of rows or of a file is not lost, although it leaves no room for a question', async () => {
  const { reported, network, heartbeat } = setUp();
  network.patience = 5000;
  network.answers = false;
  await vi.advanceTimersByTimeAsync(17_000);
  network.lastAnswerAt = performance.now();
  await vi.advanceTimersByTimeAsync(4000);
  expect(network.requests).toBe(1);
  expect(reported).toEqual([]);
  // What came before the question tells nothing of the line now.
  await vi.advanceTimersByTimeAsync(11_000);
  network.lastAnswerAt = performance.now();
  await vi.advanceTimersByTimeAsync(9000);
  expect(network.requests).toBe(2);
  expect(reported).toEqual(['silence']);
  heartbeat.stop();
});

test('no request is sent while offline or hidden, except on demand', async () => {
  const { reported, network, heartbeat } = setUp();
  network.online = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.requests).toBe(0);
  network.online = true;
  network.visible = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.requests).toBe(0);
  network.answers = false;
  heartbeat.check('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(['silence']);
  heartbeat.stop();
  network.answers = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(['silence']);
});

test('a stream that another tab has ended is opened again, although this one never saw silence', async () => {
  const { reported, network, heartbeat } = setUp();
  network.online = false;
  network.idle = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reported).toEqual(['still answers']);
  network.idle = false;
  await vi.advanceTimersByTimeAsync(60_000);
  heartbeat.check('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(['still answers']);
  heartbeat.stop();
});

test('ten minutes of silence cost at most 30 requests, and then two a minute; a check on demand finds the answer at once', async () => {
  const { reported, network, heartbeat } = setUp();
  network.answers = false;
  await vi.advanceTimersByTimeAsync(15_000);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(network.requests).toBeLessThanOrEqual(30);
  const before = network.requests;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(network.requests - before).toBeLessThanOrEqual(20);
  network.visible = false;
  const shown = network.requests;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(network.requests).toBe(shown);
  network.answers = true;
  heartbeat.check('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(['silence', 'answer']);
  // After the next silence it begins again.
  network.visible = true;
  network.answers = false;
  await vi.advanceTimersByTimeAsync(15_000);
  network.answers = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(reported).toEqual(['silence', 'answer', 'silence', 'answer']);
  heartbeat.stop();
});

test('a page that was too busy to take the answer asks again before it reports silence', async () => {
  const reported: string[] = [];
  const { promise: busy, reject: becomesIdle } = Promise.withResolvers<never>();
  const ask = vi.fn<() => Promise<unknown>>(async () => {}).mockReturnValueOnce(busy);
  const server = createServerCheck({
    ask,
    isOnline: () => true,
    isIdle: () => false,
    lastAnswerAt: () => -Infinity,
    onSilence: () => reported.push('silence'),
    onAnswer: () => reported.push('answer'),
    onNext: () => {},
  });
  const running = server.run(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(9000);
  becomesIdle(new DOMException('The limit has passed.', 'TimeoutError'));
  await running;
  expect(ask).toHaveBeenCalledTimes(2);
  expect(reported).toEqual([]);
});

test('a connection that is not there is opened soon after it should be, and an attempt under way is left alone', async () => {
  const { reported, network, heartbeat } = setUp();
  await vi.advanceTimersByTimeAsync(15_000);
  network.online = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(network.requests).toBe(1);
  network.idle = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(network.requests).toBe(2);
  expect(reported).toEqual(['still answers']);
  heartbeat.stop();
});
