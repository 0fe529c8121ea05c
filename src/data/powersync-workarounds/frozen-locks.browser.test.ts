import { expect, test } from 'vitest';
import { declareInPageSync, stealFrozenLocks } from './frozen-locks.ts';

/** A worker that takes a lock and never releases it. */
async function freezeWith(lock: string): Promise<Worker> {
  const code = `navigator.locks.request('${lock}', () => { postMessage('held'); return new Promise(() => {}); })`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  await new Promise((resolve) => (worker.onmessage = resolve));
  return worker;
}

test('the stream’s lock is stolen from a worker, and left to a page that syncs itself', async () => {
  const held = async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name);
  const workers = [await freezeWith('streaming-sync-sync-a.db'), await freezeWith('streaming-sync-sync-b.db')];
  declareInPageSync();
  void navigator.locks.request('streaming-sync-crud-a.db', () => new Promise<never>(() => {}));
  await stealFrozenLocks('a.db');
  expect(await held()).toEqual(expect.arrayContaining(['streaming-sync-crud-a.db', 'streaming-sync-sync-b.db']));
  expect(await held()).not.toContain('streaming-sync-sync-a.db');
  for (const worker of workers) worker.terminate();
});
