import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { readCopy, removeFromCopy, updateCopy } from '#data/outbox/queue-copy-store.ts';
import { readQueue } from '#data/outbox/queue-copy.ts';
import {
  completeDiscard,
  completeDueDiscards,
  discardAction,
  hideForDiscard,
  undoDiscard,
  UNDO_LIMIT_MS,
} from '#data/outbox/discard.ts';
import { outboxRows } from '#data/outbox/items.ts';
import { retryAll } from '#data/outbox/retry.ts';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { addComment } from '#features/comments/mutations.ts';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import { deletePost } from '#features/post-actions/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { applied, judged, ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
afterEach(async () => {
  vi.useRealTimers();
  await removeFromCopy(ME);
});

const newPost = async (title: string) => {
  const post = await createPost({ title, description: '', visibility: 'public' });
  if (!post.ok) throw new Error(post.code);
  return { id: post.id, action_id: (await queue.outbox()).at(-1)!.action_id };
};
const comment = (post_id: string) => addComment({ post_id, parent_id: null, text: 'child' });
const titleOf = async (id: string) => (await queue.row<{ title: string }>('posts', id))?.title ?? null;
const REFUSAL = { code: '42501', message: 'You are muted.' };
const lost = () => ({ kind: 'retry', reason: 'timeout' }) as const;

/** The rows that the outbox shows. */
const shown = async () => {
  const states: [string, string][] = [];
  const stop = outboxRows.subscribe(() => {});
  await vi.waitFor(() => expect(outboxRows.get().ready).toBe(true));
  await vi.waitFor(async () => {
    const visible = (await queue.outbox()).filter(({ kind, discard_at }) => kind !== 'undo' && discard_at === null);
    expect(outboxRows.get().rows.map(({ action_id }) => action_id)).toEqual(visible.map(({ action_id }) => action_id));
  });
  for (const { kind, state } of outboxRows.get().rows) states.push([kind, state]);
  stop();
  return states;
};
/** Everything sent since that call, as [operation, text]. */
const sentOps = (from = 0) =>
  queue.batches
    .slice(from)
    .flatMap(({ actions }) => actions.flatMap(({ ops }) => ops))
    .map(({ op, data }) => [op, data?.['title'] ?? data?.['text'] ?? null]);
const passTime = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

test('a hidden action and its dependents are neither shown nor sent, and Undo restores them unchanged', async () => {
  const post = await newPost('Never mind');
  await comment(post.id);
  const before = await queue.outbox();
  expect(await hideForDiscard(post.action_id)).toEqual({ ok: true });
  expect(await shown()).toEqual([]);
  await expect(queue.upload()).rejects.toThrow('discard');
  expect(queue.batches).toEqual([]);
  expect(await undoDiscard(post.action_id)).toEqual({ ok: true });
  expect(await queue.outbox()).toEqual(before);
  await queue.upload();
  expect(sentOps()).toEqual([
    ['PUT', 'Never mind'],
    ['PUT', 'child'],
  ]);
});

test('when the toast closes, the action and its dependents are discarded completely', async () => {
  const post = await newPost('Never mind');
  await comment(post.id);
  await hideForDiscard(post.action_id);
  expect(await completeDiscard(post.action_id)).toEqual({ ok: true });
  expect(await queue.outbox()).toEqual([]);
  expect(await queue.queueLength()).toBe(0);
  expect(await titleOf(post.id)).toBeNull();
  expect(await undoDiscard(post.action_id)).toEqual({ ok: false, code: 'not_found' });
});

test('completing an undone discard changes nothing', async () => {
  const post = await newPost('Kept');
  await hideForDiscard(post.action_id);
  await undoDiscard(post.action_id);
  expect(await completeDiscard(post.action_id)).toEqual({ ok: false, code: 'not_found' });
  await queue.upload();
  expect(sentOps()).toEqual([['PUT', 'Kept']]);
});

test('actions before a hidden one are sent at once, later ones when the discard is due', async () => {
  await newPost('before');
  const hidden = await newPost('hidden');
  await newPost('after');
  await hideForDiscard(hidden.action_id);
  const uploader = queue.uploader();
  await uploader.upload(queue.db);
  expect(sentOps()).toEqual([['PUT', 'before']]);
  await expect(uploader.upload(queue.db)).rejects.toThrow('discard');
  passTime(UNDO_LIMIT_MS);
  await uploader.upload(queue.db);
  expect(sentOps()).toEqual([
    ['PUT', 'before'],
    ['PUT', 'after'],
  ]);
  expect(await queue.queueLength()).toBe(0);
});

test('the uploader waits exactly until the discard is due', async () => {
  const hidden = await newPost('hidden');
  await hideForDiscard(hidden.action_id);
  const waits: number[] = [];
  const waker = { sleepUntil: async (time: () => number) => void waits.push(time() - performance.now()), wake() {} };
  const uploader = queue.uploader({ waker });
  for (let call = 0; call < 2; call += 1) await uploader.upload(queue.db).catch(() => {});
  const discard_at = (await queue.outbox())[0]!.discard_at!;
  expect(waits[0]).toBeLessThanOrEqual(0);
  expect(Math.abs(Date.now() + waits[1]! - discard_at)).toBeLessThan(1000);
  // PowerSync applies no download while the queue waits for it.
  expect(discard_at - Date.now()).toBeLessThanOrEqual(30_000);
});

test('when the page is killed before its toast closes, the discard is completed when it is due', async () => {
  const post = await newPost('Never mind');
  await comment(post.id);
  await hideForDiscard(post.action_id);
  await completeDueDiscards({ account: ME, db: queue.db });
  expect(await queue.outbox()).toHaveLength(2);
  passTime(UNDO_LIMIT_MS);
  await completeDueDiscards({ account: ME, db: queue.db });
  expect(await queue.outbox()).toEqual([]);
  expect(await queue.queueLength()).toBe(0);
});

test('a clock that was set back does not block the queue', async () => {
  const post = await newPost('Never mind');
  await hideForDiscard(post.action_id);
  passTime(-3_600_000);
  await queue.upload();
  expect(await queue.outbox()).toEqual([]);
  expect(queue.batches).toEqual([]);
});

test('an action hidden between being read and being marked is not sent', async () => {
  const post = await newPost('Never mind');
  const { db } = queue;
  const original = db.getCrudTransactions.bind(db);
  vi.spyOn(db, 'getCrudTransactions').mockImplementationOnce(() => {
    const transactions = original();
    return {
      async *[Symbol.asyncIterator]() {
        for await (const transaction of transactions) {
          await hideForDiscard(post.action_id);
          yield transaction;
        }
      },
    } as unknown as ReturnType<typeof original>; // a plain iterable in place of PowerSync's iterator
  });
  await expect(queue.upload()).rejects.toThrow('discard');
  expect(queue.batches).toEqual([]);
});

test('the worker has no copy of a hidden action', async () => {
  const post = await newPost('Never mind');
  const copy = async () => updateCopy(ME, await readQueue(queue.db, ME));
  await copy();
  await hideForDiscard(post.action_id);
  expect(await readCopy(ME)).toEqual([]);
  await copy();
  expect(await readCopy(ME)).toEqual([]);
  await undoDiscard(post.action_id);
  await copy();
  expect((await readCopy(ME)).map(({ action_id }) => action_id)).toEqual([post.action_id]);
});

test('a hidden post and its comment are in no list until Undo', async () => {
  const post = await newPost('Never mind');
  await comment(post.id);
  const lists = async () => [
    await queue.db.getAll(MAIN_FEED_SQL, [50]),
    await queue.db.getAll(COMMENTS_SQL, [post.id]),
  ];
  expect((await lists()).map((rows) => rows.length)).toEqual([1, 1]);
  await hideForDiscard(post.action_id);
  expect(await lists()).toEqual([[], []]);
  await undoDiscard(post.action_id);
  expect((await lists()).map((rows) => rows.length)).toEqual([1, 1]);
});

test('a rejected post that is hidden is in no list', async () => {
  const post = await newPost('Refused');
  queue.answers = [judged(() => REFUSAL)];
  await queue.upload();
  // The next checkpoint removes the row; the feed shows the post from the outbox.
  await queue.db.execute('DELETE FROM ps_data__posts');
  expect(await queue.db.getAll(MAIN_FEED_SQL, [50])).toHaveLength(1);
  await hideForDiscard(post.action_id);
  expect(await queue.db.getAll(MAIN_FEED_SQL, [50])).toEqual([]);
});

test('an uncertain post stays uncertain after Undo', async () => {
  const post = await newPost('Perhaps');
  queue.answers = [lost, applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  await comment(post.id);
  await hideForDiscard(post.action_id);
  await undoDiscard(post.action_id);
  expect((await queue.outbox()).map(({ kind, state, uncertain }) => [kind, state, uncertain])).toEqual([
    ['post', 'queued', 1],
    ['comment', 'queued', 0],
  ]);
  await uploader.upload(queue.db);
  expect(queue.batches.at(-1)!.actions[0]!.action_id).toBe(post.action_id);
  expect(sentOps(1)).toEqual([
    ['PUT', 'Perhaps'],
    ['PUT', 'child'],
  ]);
});

test('an uncertain post is sent with its deletion once the discard is completed', async () => {
  const post = await newPost('Perhaps');
  queue.answers = [lost, applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  await hideForDiscard(post.action_id);
  await completeDiscard(post.action_id);
  expect(await shown()).toEqual([]);
  await uploader.upload(queue.db);
  expect(sentOps(1)).toEqual([
    ['PUT', 'Perhaps'],
    ['DELETE', null],
  ]);
});

test('Undo keeps the deletion that the member queued after the post', async () => {
  const post = await newPost('Perhaps');
  queue.answers = [lost, applied];
  const uploader = queue.uploader();
  await uploader.upload(queue.db).catch(() => {});
  expect(await deletePost(post.id)).toMatchObject({ ok: true });
  const before = await shown();
  expect(before).toEqual([
    ['post', 'queued'],
    ['delete_post', 'queued'],
  ]);
  await hideForDiscard(post.action_id);
  expect(await shown()).toEqual([]);
  await undoDiscard(post.action_id);
  expect(await shown()).toEqual(before);
  while ((await queue.queueLength()) > 0) await uploader.upload(queue.db);
  expect(sentOps(1)).toEqual([
    ['PUT', 'Perhaps'],
    ['DELETE', null],
  ]);
  expect(await titleOf(post.id)).toBeNull();
});

test('a hidden rejected action is not retried, and Undo restores it with its reason', async () => {
  const post = await newPost('Refused');
  queue.answers = [judged(() => REFUSAL), applied];
  await queue.upload();
  const before = await queue.outbox();
  await hideForDiscard(post.action_id);
  expect(await shown()).toEqual([]);
  await retryAll();
  expect(await queue.queueLength()).toBe(0);
  await undoDiscard(post.action_id);
  expect(await queue.outbox()).toEqual(before);
  expect(before).toMatchObject([{ state: 'refused', last_error: REFUSAL.message }]);
  await hideForDiscard(post.action_id);
  await completeDiscard(post.action_id);
  await queue.upload();
  expect(queue.lastOps()).toEqual([[{ op: 'DELETE', table: 'write_rejections', id: post.action_id }]]);
});

test('a hidden post that is deleted in the feed stays deleted after its toast is undone or closed', async () => {
  const post = await newPost('Never mind');
  await hideForDiscard(post.action_id);
  expect(await deletePost(post.id)).toMatchObject({ ok: true });
  expect(await completeDiscard(post.action_id)).toEqual({ ok: false, code: 'not_found' });
  expect(await queue.queueLength()).toBe(0);
});

test('an action that is being sent, was sent or is hidden permanently cannot be discarded', async () => {
  const post = await newPost('Going');
  await queue.db.execute(`UPDATE outbox SET state = 'sending'`);
  expect(await hideForDiscard(post.action_id)).toEqual({ ok: false, code: 'sending' });
  await queue.db.execute(`UPDATE outbox SET state = 'queued', uncertain = 1`);
  await discardAction(post.action_id);
  for (const { action_id } of await queue.outbox())
    expect(await hideForDiscard(action_id)).toEqual({ ok: false, code: 'not_found' });
});
