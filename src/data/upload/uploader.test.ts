import { expect, test } from 'vitest';
import { CrudBatch } from '#contract/crud.ts';
import { createBatch, sizeOf, toCrudBatch } from './send-queue.ts';
import { createConnector, type QueueEntry, toCrudAction } from './uploader.ts';

const TX = '018f0000-0000-7000-8000-0000000000aa';
const ROW = '018f0000-0000-7000-8000-0000000000bb';
const DEVICE = 'device-1';

const entry = (more: Partial<QueueEntry> = {}): QueueEntry => ({
  clientId: 1,
  transactionId: 1,
  op: 'PUT',
  table: 'posts',
  id: ROW,
  opData: { title: 'Hello', created_at: '2026-11-21T10:00:00Z' },
  metadata: JSON.stringify({ v: 1, action_id: TX, created_at: '2026-11-21T10:00:00Z' }),
  ...more,
});

test('an action has the id from its metadata, and server columns are not sent', () => {
  expect(toCrudAction([entry()], DEVICE)).toEqual({
    action_id: TX,
    created_at: '2026-11-21T10:00:00Z',
    ops: [{ op: 'PUT', table: 'posts', id: ROW, data: { title: 'Hello' } }],
  });
});

test('a transaction takes the id from any entry that has one, because deletes may not', () => {
  const action = toCrudAction([entry({ op: 'DELETE', metadata: undefined }), entry({ clientId: 2 })], DEVICE);
  expect(action.action_id).toBe(TX);
  expect(action.ops[0]).toEqual({ op: 'DELETE', table: 'posts', id: ROW });
});

test.each([undefined, 'not json', '{}', '{"action_id":"not a uuid","created_at":"x"}', 'null'])(
  'with metadata %j the id is the same at every attempt',
  (metadata) => {
    const first = toCrudAction([entry({ metadata })], DEVICE);
    expect(toCrudAction([entry({ metadata })], DEVICE)).toEqual(first);
    expect(CrudBatch.safeParse(toCrudBatch([first])).success).toBe(true);
    expect(toCrudAction([entry({ metadata })], 'device-2').action_id).not.toBe(first.action_id);
    expect(toCrudAction([entry({ metadata, transactionId: 2 })], DEVICE).action_id).not.toBe(first.action_id);
  },
);

const actionOf = (ops: number, text = '') =>
  toCrudAction(
    Array.from({ length: ops }, (_, index) => entry({ clientId: index, opData: { title: text } })),
    DEVICE,
  );

test('a batch ends before the operation limit and never splits a transaction', () => {
  const batch = createBatch({ ops: 5, bytes: 1e6 });
  expect(batch.add(actionOf(3))).toBe(true);
  expect(batch.add(actionOf(2))).toBe(true);
  expect(batch.add(actionOf(1))).toBe(false);
  expect(batch.actions).toHaveLength(2);
});

test('a batch ends before the byte limit, counted in UTF-8', () => {
  const wide = actionOf(1, 'ö'.repeat(500));
  expect(sizeOf(wide)).toBeGreaterThan(1000);
  const batch = createBatch({ ops: 100, bytes: 2000 });
  expect(batch.add(wide)).toBe(true);
  expect(batch.add(wide)).toBe(false);
});

test('a transaction above the limits is sent alone', () => {
  const batch = createBatch({ ops: 2, bytes: 10 });
  expect(batch.add(actionOf(7))).toBe(true);
  expect(batch.add(actionOf(1))).toBe(false);
});

test('a post with files to upload is sent as waiting for them, one with pictures elsewhere is not', () => {
  const post = { op: 'PUT' as const, table: 'posts', id: ROW, data: { title: 'Hello' } };
  const image = (url: string) => ({ op: 'PUT' as const, table: 'post_images', id: TX, data: { post_id: ROW, url } });
  const sent = (url: string) =>
    toCrudBatch([{ action_id: TX, created_at: '', ops: [post, image(url)] }]).actions[0]?.ops[0]?.data;
  expect(sent('/storage/v1/object/authenticated/post-images/p/a.jpg')).toEqual({
    title: 'Hello',
    status: 'pending_media',
  });
  expect(sent('https://images.example/a.jpg')).toEqual({ title: 'Hello' });
});

test('requests a new token only when PowerSync requests one again after a rejection', async () => {
  const requests: (string | undefined)[] = [];
  const connector = createConnector({
    powersyncUrl: 'http://host/powersync',
    syncToken: async (refused) => (requests.push(refused), refused === 'first' ? 'second' : 'first'),
  });
  expect(await connector.fetchCredentials()).toEqual({ endpoint: 'http://host/powersync', token: 'first' });
  expect(await connector.fetchCredentials()).toMatchObject({ token: 'second' });
  expect(requests).toEqual([undefined, undefined, 'first']);
});

test('a missing network is an error, not a sign-out', async () => {
  const connector = createConnector({ powersyncUrl: 'x', syncToken: () => Promise.reject(new Error('offline')) });
  await expect(connector.fetchCredentials()).rejects.toThrow('offline');
});
