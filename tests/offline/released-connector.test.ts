import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectSync, disconnectSync } from '#data/powersync-workarounds/sync-worker.ts';
import type { Outcome } from '#data/upload/classify.ts';
import { createConnector, type Uploader, type UploaderParts } from '#data/upload/uploader.ts';
import { createWaker } from '#data/upload/waker.ts';
import { createPost } from '#features/posts/mutations.ts';
import { applied, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

// The stock client reports there that nothing answers.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const newPost = async () => {
  expect(await createPost({ title: 'Zeroed', description: '', visibility: 'public' })).toMatchObject({ ok: true });
};

/** By default nothing listens there, so no stream opens; uploads need none. */
const connect = (uploader: Uploader, powersyncUrl = 'http://127.0.0.1:1') =>
  void connectSync(queue.db, createConnector({ powersyncUrl, syncToken: async () => 'token', uploader }), {
    retryDelayMs: 10,
    crudUploadThrottleMs: 10,
  });

/** As a Web Lock. */
function oneByOne(): Pick<UploaderParts, 'exclusively'> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    exclusively: <T>(work: () => Promise<T>) => {
      const mine = last.then(work, work);
      last = mine;
      return mine;
    },
  };
}

test('a disconnect, and so a reconnect, does not wait for the pause that a server has asked for', async () => {
  queue.answers = [() => ({ kind: 'retry', reason: 'busy', retryAfterMs: 600_000 })];
  const waker = createWaker();
  const sleep = vi.spyOn(waker, 'sleepUntil');
  const uploader = queue.uploader({ waker });
  await newPost();
  await uploader.upload(queue.db).catch(() => {});
  sleep.mockClear();
  connect(uploader);
  await expect.poll(() => sleep.mock.calls.length).toBe(1);
  await disconnectSync(queue.db);
  // The next one pauses as well: nothing was sent instead.
  connect(uploader);
  await expect.poll(() => sleep.mock.calls.length).toBe(2);
  connect(uploader);
  await expect.poll(() => sleep.mock.calls.length).toBe(3);
  expect(queue.batches).toHaveLength(1);
  queue.answers = [applied];
  uploader.flush({ force: true });
  await expect.poll(() => queue.queueLength()).toBe(0);
  expect(queue.batches).toHaveLength(2);
});

test('a batch under way is not sent a second time by the next connection, which waits for its answer', async () => {
  const answer = Promise.withResolvers<Outcome>();
  const sent: string[] = [];
  const lock = oneByOne();
  const exclusively = vi.fn(lock.exclusively) as typeof lock.exclusively;
  const uploader = queue.uploader({
    exclusively,
    waker: createWaker(),
    send: async (batch) => {
      sent.push(...batch.actions.map(({ action_id }) => action_id));
      return sent.length === 1 ? answer.promise : applied(batch);
    },
  });
  await newPost();
  connect(uploader);
  await expect.poll(() => sent.length).toBe(1);
  await disconnectSync(queue.db);
  for (const waiting of [2, 3, 4]) {
    connect(uploader);
    await expect.poll(() => exclusively).toHaveBeenCalledTimes(waiting);
  }
  expect(sent).toHaveLength(1);
  // The server asks for a pause, which those that waited keep.
  answer.resolve({ kind: 'retry', reason: 'busy', retryAfterMs: 600_000 });
  await expect.poll(async () => (await queue.outbox())[0]?.state).toBe('queued');
  await disconnectSync(queue.db);
  expect(sent).toHaveLength(1);
});

test('a disconnect does not wait for a request after an upload that the network has swallowed', async () => {
  const asked = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/write-checkpoint2.json')) asked.resolve();
    else response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await newPost();
  connect(queue.uploader(), `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await asked.promise;
  await disconnectSync(queue.db);
  server.closeAllConnections();
  server.close();
});
