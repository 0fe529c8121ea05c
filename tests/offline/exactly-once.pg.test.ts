import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishReplica } from '#data/replica/replica.ts';
import { Backend } from './support/backend.ts';
import { Device } from './support/device.ts';

let backend: Backend;
let alice: Device;
let bob: Device;

beforeAll(async () => {
  backend = await Backend.create();
});
afterAll(() => backend?.destroy());
beforeEach(async () => {
  alice = await new Device(backend, await backend.newMember()).open();
  bob = await new Device(backend, await backend.newMember()).open();
});
afterEach(async () => {
  publishReplica(null);
  await Promise.all([alice.close(), bob.close()]);
});

test('a post appears on another device, and stays on its own all the time', async () => {
  const seen: boolean[] = [];
  await alice.post('From the range');
  const stop = new AbortController();
  alice.db.watch(
    `SELECT id FROM posts WHERE title = 'From the range'`,
    [],
    { onResult: ({ array }) => seen.push(array.length === 1) },
    { signal: stop.signal, throttleMs: 0 },
  );
  await bob.feedHas((titles) => titles.includes('From the range'));
  await alice.settled();
  stop.abort();
  expect(seen).not.toContain(false);
  expect(await alice.feed()).toContain('From the range');
  expect(await backend.titlesBy(alice.userId)).toEqual(['From the range']);
});

test.each([1, 3])('a post whose answer is lost %i times is one row', async (times) => {
  let lost = 0;
  alice.interfere = async (send, batch) => {
    const outcome = await send(batch);
    lost += 1;
    return lost <= times ? { kind: 'retry', reason: 'timeout' } : outcome;
  };
  await alice.post('Answer lost');
  await alice.settled();
  expect(alice.sent.length).toBe(times + 1);
  expect(new Set(alice.sent.map((batch) => JSON.stringify(batch))).size).toBe(1);
  expect(await backend.titlesBy(alice.userId)).toEqual(['Answer lost']);
});

test('an invalid write between others is rejected with its text, the others are applied, and sync continues', async () => {
  // Nothing is read from the queue until all three are written, so that they share a call, and the second is invalid in
  // it.
  await alice.db.disconnect();
  await alice.post('before');
  const poison = await alice.post('poison');
  await alice.db.execute(
    `UPDATE ps_crud SET data = json_set(data, '$.data.visibility', 'nobody') WHERE data ->> '$.id' = ?`,
    [poison],
  );
  await alice.post('after');
  alice.connect();
  await alice.settled();
  expect(await backend.titlesBy(alice.userId)).toEqual(['before', 'after']);
  const [refused] = await alice.outbox();
  expect(refused).toMatchObject({ state: 'refused', entity_id: poison, label: 'poison' });
  expect(refused!.last_error).toMatch(/\w+ .*\.$/);
  expect(await alice.feed()).toContain('poison');
  await bob.post('Still reading?');
  await alice.feedHas((titles) => titles.includes('Still reading?'));
});

test('posts written while the backend is down arrive once and in order after a restart', async () => {
  await alice.post('with signal');
  await alice.settled();
  await backend.stop();
  await alice.post('first without');
  await alice.post('second without');
  await alice.close();
  await alice.open();
  expect((await alice.outbox()).map(({ label, state }) => [label, state])).toEqual([
    ['first without', 'queued'],
    ['second without', 'queued'],
  ]);
  expect((await alice.feed()).slice(0, 2).toSorted()).toEqual(['first without', 'second without']);
  await backend.start();
  await alice.settled();
  expect(await backend.titlesBy(alice.userId)).toEqual(['with signal', 'first without', 'second without']);
  await bob.feedHas((titles) => titles.includes('second without'));
});
