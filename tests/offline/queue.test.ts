import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PowerSyncDatabase } from '@powersync/node';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CrudBatch } from '#contract/crud.ts';
import { discardAction } from '#data/outbox/discard.ts';
import { retryAction } from '#data/outbox/retry.ts';
import { publishReplica } from '#data/replica/replica.ts';
import type { Member } from '#data/session/session.ts';
import type { Outcome } from '#data/upload/classify.ts';
import { reconcile, requeueStale } from '#data/outbox/results.ts';
import { createUploader } from '#data/upload/uploader.ts';
import { createWaker } from '#data/upload/waker.ts';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import { POST_SQL } from '#features/posts/post-sql.ts';
import { createPost } from '#features/posts/mutations.ts';
import { openQueueDatabase } from './support/queue-database.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const SESSION: Member = { kind: 'member', userId: ME, email: 'me@example.test', username: 'me' };

let directory: string;
let db: PowerSyncDatabase;
/** The server's answers, one per call. The last one repeats. */
let answers: ((batch: CrudBatch) => Outcome)[];
let batches: CrudBatch[];

const applied = (batch: CrudBatch): Outcome => ({
  kind: 'answer',
  results: batch.actions.map(({ action_id }) => ({ action_id, status: 'applied' })),
});

function newUploader() {
  return createUploader({
    account: ME,
    accessToken: async () => 'token',
    send: async (batch) => {
      batches.push(batch);
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      return answer(batch);
    },
    exclusively: (work) => work(),
    waker: createWaker(() => Number.MAX_SAFE_INTEGER),
  });
}

async function open() {
  db = await openQueueDatabase(SESSION, directory);
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rangeday-queue-'));
  batches = [];
  answers = [applied];
  await open();
});
afterEach(async () => {
  publishReplica(null);
  await db.close();
  await rm(directory, { recursive: true, force: true });
});

const post = async (title: string, draftId?: string) => {
  const result = await createPost({ title, description: '', visibility: 'public', ...(draftId && { draftId }) });
  if (!result.ok) throw new Error(result.code);
  return result.id;
};
const outbox = () =>
  db.getAll<{ id: string; state: string; label: string; last_error: string | null; attempts: number }>(
    'SELECT * FROM outbox ORDER BY created_at, id',
  );
const queueLength = async () => (await db.get<{ n: number }>('SELECT count(*) AS n FROM ps_crud')).n;
const titles = async () => (await db.getAll<{ title: string }>(MAIN_FEED_SQL, [50])).map(({ title }) => title);
/** Inserts a row as if it was synced. */
const synced = async (id: string, fields: Record<string, unknown>) => {
  await db.execute('INSERT OR REPLACE INTO ps_data__posts (id, data) VALUES (?, ?)', [id, JSON.stringify(fields)]);
};

test('a post is in the feed, the outbox and the queue at once, under one id', async () => {
  const id = await post('Zeroed at 100');
  expect(await titles()).toEqual(['Zeroed at 100']);
  const [item] = await outbox();
  expect(item).toMatchObject({ state: 'queued', label: 'Zeroed at 100' });
  await newUploader().upload(db);
  const [action] = batches[0]!.actions;
  expect(action!.action_id).toBe(item!.id);
  expect(action!.ops).toEqual([
    { op: 'PUT', table: 'posts', id, data: { user_id: ME, title: 'Zeroed at 100', visibility: 'public' } },
  ]);
  expect(await queueLength()).toBe(0);
  expect((await outbox())[0]!.state).toBe('sent');
});

test('a post without its row in the outbox is not written at all', async () => {
  await db.execute(
    `CREATE TRIGGER refuse BEFORE INSERT ON ps_data_local__outbox BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`,
  );
  expect(await createPost({ title: 'Half', description: '', visibility: 'public' })).toMatchObject({ ok: false });
  expect(await titles()).toEqual([]);
  expect(await queueLength()).toBe(0);
});

test('a double click creates one post', async () => {
  const draft = '018f0000-0000-7000-8000-00000000d001';
  const [first, second] = await Promise.all([post('Once', draft), post('Once', draft)]);
  expect(second).toBe(first);
  expect(await titles()).toEqual(['Once']);
});

test('posts written offline are sent in one call, in order', async () => {
  for (const title of ['one', 'two', 'three']) await post(title);
  await newUploader().upload(db);
  expect(batches).toHaveLength(1);
  expect(batches[0]!.actions.map(({ ops }) => ops[0]!.data!['title'])).toEqual(['one', 'two', 'three']);
});

test('after a lost answer the same ids are sent again', async () => {
  await post('Lost');
  answers = [() => ({ kind: 'retry', reason: 'timeout' }), applied];
  const uploader = newUploader();
  await expect(uploader.upload(db)).rejects.toThrow('timeout');
  expect((await outbox())[0]).toMatchObject({ state: 'queued', attempts: 1, last_error: 'timeout' });
  await uploader.upload(db);
  expect(batches[1]).toEqual(batches[0]);
  expect(await queueLength()).toBe(0);
});

test('a pause that the server asked for is over after a night in which the device slept', async () => {
  await post('Later');
  answers = [() => ({ kind: 'retry', reason: 'busy', retryAfterMs: 600_000 }), applied];
  const pauses: number[] = [];
  const uploader = createUploader({
    account: ME,
    accessToken: async () => 'token',
    send: async (batch) => answers.shift()!(batch),
    exclusively: (work) => work(),
    waker: { sleepUntil: async (time) => void pauses.push(time() - performance.now()), wake() {} },
  });
  await expect(uploader.upload(db)).rejects.toThrow('busy');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    // What was waited for is measured by a clock that stands still meanwhile.
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    uploader.flush();
    await uploader.upload(db);
    expect(pauses.at(-1)).toBeLessThanOrEqual(0);
    expect(await queueLength()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('killed while sending: the next start sends the same action again', async () => {
  await post('Killed');
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const asked = Promise.withResolvers<void>();
  const uploader = createUploader({
    account: ME,
    accessToken: async () => 'token',
    send: (batch) => (batches.push(batch), asked.resolve(), promise),
    exclusively: (work) => work(),
    waker: createWaker(),
  });
  const abandoned = uploader.upload(db);
  await asked.promise;
  expect((await outbox())[0]!.state).toBe('sending');
  await db.writeTransaction(requeueStale);
  expect((await outbox())[0]!.state).toBe('queued');
  await newUploader().upload(db);
  expect(batches[1]).toEqual(batches[0]);
  resolve({ kind: 'retry', reason: 'offline' });
  await abandoned.catch(() => {});
});

test('a rejected post keeps its text and blocks no other post', async () => {
  for (const title of ['good', 'poison', 'fine']) await post(title);
  answers = [
    (batch) => ({
      kind: 'answer',
      results: batch.actions.map(({ action_id, ops }) =>
        ops[0]!.data!['title'] === 'poison'
          ? { action_id, status: 'rejected', code: '23514', message: 'A title may not be poison.' }
          : { action_id, status: 'applied' },
      ),
    }),
  ];
  await newUploader().upload(db);
  expect(await queueLength()).toBe(0);
  const items = await outbox();
  expect(items.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent']);
  expect(items[1]!.last_error).toBe('A title may not be poison.');
  // The next checkpoint removes the rejected row. Its text stays on screen.
  await db.execute('DELETE FROM ps_data__posts WHERE id = (SELECT entity_id FROM outbox WHERE id = ?)', [items[1]!.id]);
  expect((await titles()).toSorted()).toEqual(['fine', 'good', 'poison']);
});

test('a retry is a new action with the same contents', async () => {
  const id = await post('Again');
  answers = [
    (batch) => ({
      kind: 'answer',
      results: [{ action_id: batch.actions[0]!.action_id, status: 'rejected', message: 'No.' }],
    }),
    applied,
  ];
  await newUploader().upload(db);
  const [refused] = await outbox();
  expect(await retryAction(refused!.id)).toEqual({ ok: true });
  await newUploader().upload(db);
  const [first, second] = batches.map((batch) => batch.actions[0]!);
  expect(second!.action_id).not.toBe(first!.action_id);
  expect(second!.ops).toEqual(first!.ops);
  expect((await outbox()).map(({ state }) => state)).toEqual(['sent']);
  expect(await db.getAll(POST_SQL, [id])).toHaveLength(1);
});

test('a discarded unsent post leaves nothing behind', async () => {
  await post('keep');
  await post('drop');
  const [, drop] = await outbox();
  expect(await discardAction(drop!.id)).toEqual({ ok: true });
  expect(await titles()).toEqual(['keep']);
  await newUploader().upload(db);
  expect(batches[0]!.actions).toHaveLength(1);
});

test('a batch rejected as a whole is split, and only the faulty action is rejected', async () => {
  for (const title of ['a', 'culprit', 'c']) await post(title);
  answers = [
    (batch) =>
      batch.actions.some(({ ops }) => ops[0]!.data!['title'] === 'culprit')
        ? { kind: 'refused', code: '42703', message: 'No such column.' }
        : applied(batch),
  ];
  const uploader = newUploader();
  for (let call = 0; call < 12 && (await queueLength()) > 0; call += 1) await uploader.upload(db).catch(() => {});
  expect(await queueLength()).toBe(0);
  expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'refused', 'sent']);
});

test('a single action is rejected by the third refused call in a row, and not before', async () => {
  await post('Refused');
  answers = [() => ({ kind: 'refused', code: '42703', message: 'No such column.' })];
  const uploader = newUploader();
  const seen: string[] = [];
  for (let call = 0; call < 3; call += 1) {
    await uploader.upload(db).catch(() => {});
    seen.push((await outbox())[0]!.state);
  }
  expect(seen).toEqual(['queued', 'queued', 'refused']);
  expect(batches).toHaveLength(3);
});

test('an action without a result stays in the queue', async () => {
  await post('answered');
  await post('not answered');
  answers = [(batch) => ({ kind: 'answer', results: [{ action_id: batch.actions[0]!.action_id, status: 'applied' }] })];
  await newUploader().upload(db);
  expect(await queueLength()).toBe(1);
  expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'queued']);
});

test('a sent post leaves the outbox when the server’s version was synced', async () => {
  const id = await post('Echo');
  await newUploader().upload(db);
  await db.writeTransaction(reconcile);
  expect(await outbox()).toHaveLength(1);
  await synced(id, { title: 'Echo', visibility: 'public', status: 'live', created_at: '2026-11-21T10:00:00Z' });
  await db.writeTransaction(reconcile);
  expect(await outbox()).toHaveLength(0);
  expect(await titles()).toEqual(['Echo']);
});

test('a rejection whose answer was lost arrives through the stream', async () => {
  await post('Late refusal');
  answers = [
    (batch) => ({ kind: 'answer', results: [{ action_id: batch.actions[0]!.action_id, status: 'duplicate' }] }),
  ];
  await newUploader().upload(db);
  const [item] = await outbox();
  await db.execute(`INSERT INTO ps_data__write_rejections (id, data) VALUES (?, ?)`, [
    item!.id,
    JSON.stringify({ message: 'You are muted.', ops: '[]' }),
  ]);
  await db.writeTransaction(reconcile);
  expect((await outbox())[0]).toMatchObject({ state: 'refused', last_error: 'You are muted.' });
});

test('the feed shows pinned posts, then all unsent ones, then the newest', async () => {
  const row = (title: string, created_at: string, more = {}) => ({
    title,
    created_at,
    visibility: 'public',
    status: 'live',
    sticky: 0,
    ...more,
  });
  await synced('00000000-0000-7000-8000-000000000001', row('old', '2026-11-19T10:00:00Z'));
  await synced('00000000-0000-7000-8000-000000000002', row('future', '2036-11-20T10:00:00Z'));
  await synced('00000000-0000-7000-8000-000000000003', row('pinned', '2026-11-18T10:00:00Z', { sticky: 1 }));
  await synced('00000000-0000-7000-8000-000000000004', row('removed', '2026-11-20T10:00:00Z', { status: 'removed' }));
  await synced(
    '00000000-0000-7000-8000-000000000005',
    row('friends only', '2026-11-20T10:00:00Z', { visibility: 'friends' }),
  );
  await post('mine');
  expect(await titles()).toEqual(['pinned', 'mine', 'future', 'old']);
});
