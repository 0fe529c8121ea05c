import { expect, test, vi } from 'vitest';

import { NoTurn, type Origin, Turns } from './turns.ts';

const guest = (id: string): Origin => ({ kind: 'guest', id });
const member = (id: string): Origin => ({ kind: 'member', id });
const SHARES = { all: 4, guests: 3, origin: 2, waiting: 3, patience: 60_000 };

/** Takes turns and records in which order they began. */
function office(shares: Partial<typeof SHARES> = {}) {
  const turns = new Turns({ ...SHARES, ...shares });
  const running: { name: string; end: () => void }[] = [];
  const began: string[] = [];
  const call = async (name: string, origin: Origin, signal = new AbortController().signal): Promise<void> => {
    const end = await turns.take(origin, signal);
    began.push(name);
    running.push({ name, end });
  };
  const end = async (name: string): Promise<void> => {
    // Calls that got a turn continue in microtasks of their own.
    await new Promise(setImmediate);
    running.find((turn) => turn.name === name)?.end();
    await new Promise(setImmediate);
  };
  return { call, end, began };
}

test('an origin with many calls runs two at once, and the first call of another does not wait for them', async () => {
  const { call, end, began } = office();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void call(name, guest('a'));
  await call('b1', guest('b'));
  expect(began).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('guests together leave a turn for members', async () => {
  const { call, end, began } = office();
  for (const id of ['a', 'b', 'c', 'd']) void call(id, guest(id));
  await call('member', member('m'));
  expect(began).toEqual(['a', 'b', 'c', 'member']);
  await end('a');
  expect(began.at(-1)).toBe('d');
});

test('origins that wait take turns, whoever waited longest', async () => {
  const { call, end, began } = office({ all: 1, guests: 1 });
  await call('a1', guest('a'));
  for (const name of ['a2', 'a3', 'a4']) void call(name, guest('a'));
  void call('b1', guest('b'));
  void call('m1', member('m'));
  for (const name of ['a1', 'a2', 'b1', 'm1', 'a3']) await end(name);
  expect(began).toEqual(['a1', 'a2', 'b1', 'm1', 'a3', 'a4']);
});

test('the service runs as many calls as there are turns, and guests do not delay its first one', async () => {
  const { call, end, began } = office();
  for (const id of ['a', 'b', 'c', 'd']) void call(id, guest(id));
  for (const name of ['s1', 's2']) void call(name, { kind: 'service', id: '' });
  await end('a');
  await end('b');
  expect(began).toEqual(['a', 'b', 'c', 's1', 'd', 's2']);
});

test('an origin with too many waiting calls is refused at once; others are not', async () => {
  const { call, began } = office();
  for (const name of ['1', '2', '3', '4', '5']) void call(name, guest('a'));
  await expect(call('6', guest('a'))).rejects.toMatchObject({ reason: 'many' });
  await call('other', guest('b'));
  expect(began).toEqual(['1', '2', 'other']);
});

test('a call that waits too long is refused, and the next one takes its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { call, end, began } = office({ all: 1 });
    await call('1', guest('a'));
    const late = expect(call('2', guest('a'))).rejects.toThrow(NoTurn);
    vi.advanceTimersByTime(30_000);
    void call('3', guest('a'));
    vi.advanceTimersByTime(30_000);
    await late;
    await end('1');
    expect(began).toEqual(['1', '3']);
  } finally {
    vi.useRealTimers();
  }
});

test('a caller that leaves gives its place away', async () => {
  const { call, end, began } = office({ all: 1 });
  const gone = new AbortController();
  await call('1', guest('a'));
  const left = expect(call('2', guest('a'), gone.signal)).rejects.toBe('left');
  void call('3', guest('a'));
  gone.abort('left');
  await left;
  await end('1');
  expect(began).toEqual(['1', '3']);
});
