import 'fake-indexeddb/auto';
import { v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { CrudAction, CrudBatch } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { type CopiedAction, readCopy, removeFromCopy, updateCopy, cancelInCopy } from '../outbox/queue-copy-store.ts';
import { sendCopied } from './background.ts';
import type { Outcome } from './classify.ts';

const ME = 'me';
let calls: string[][];

const row = (title: string, position: number, more: Partial<CopiedAction> = {}): CopiedAction => {
  const entity_id = v7();
  return {
    account: ME,
    action_id: v7(),
    created_at: '2026-11-21T10:00:00Z',
    ops: [{ op: 'PUT', table: 'posts', id: entity_id, data: { title } }],
    kind: 'post',
    entity_id,
    subject_id: null,
    label: title,
    about: null,
    bytes: 1,
    input: null,
    position,
    version: QUEUE_VERSION,
    ...more,
  };
};
const titleOf = ({ ops }: CrudAction) => String(ops[0]!.data!['title']);
const applied = ({ actions }: CrudBatch): Outcome => ({
  kind: 'answer',
  results: actions.map(({ action_id }) => ({ action_id, status: 'applied' })),
});
const token = async () => 't';
const run = (
  send: (batch: CrudBatch, token: string) => Outcome | Promise<Outcome>,
  accessToken: (refused?: string) => Promise<string> = token,
) =>
  sendCopied(ME, {
    accessToken,
    send: async (batch, given) => {
      calls.push(batch.actions.map(titleOf));
      return send(batch, given);
    },
  });

beforeEach(async () => {
  calls = [];
  await removeFromCopy(ME);
  await removeFromCopy('bob');
});

test('one account’s actions are sent in the order of the queue, in one call, once', async () => {
  await updateCopy(ME, [row('second', 2), row('first', 1)]);
  await updateCopy('bob', [row('bob', 1, { account: 'bob' })]);
  expect(await run(applied)).toBe('done');
  expect(await run(applied)).toBe('done');
  expect(calls).toEqual([['first', 'second']]);
  expect((await readCopy('bob')).map(({ sent }) => sent)).toEqual([undefined]);
});

test('while the server is unreachable nothing is claimed, so the page can still cancel it', async () => {
  const mine = row('mine', 1);
  await updateCopy(ME, [mine]);
  const parts = { accessToken: token, send: async (batch: CrudBatch) => applied(batch) };
  expect(await sendCopied(ME, { ...parts, isReachable: async () => false })).toBe('later');
  expect((await readCopy(ME)).map(({ attempted }) => attempted)).toEqual([undefined]);
  expect(await cancelInCopy(ME, mine.action_id)).toBe(true);
  await updateCopy(ME, [mine]);
  expect(await sendCopied(ME, { ...parts, isReachable: async () => true })).toBe('done');
  expect((await readCopy(ME)).map(({ sent }) => sent)).toEqual([true]);
});

test('without a token there is no call', async () => {
  await updateCopy(ME, [row('mine', 1)]);
  expect(await run(applied, () => Promise.reject(new Error('no token')))).toBe('later');
  expect(calls).toEqual([]);
});

test('an action sent without an answer cannot be cancelled, one that was never sent can', async () => {
  const [lost, kept] = [row('lost', 1), row('kept', 2)];
  await updateCopy(ME, [lost]);
  expect(await run(() => ({ kind: 'retry', reason: 'timeout' }))).toBe('later');
  await updateCopy(ME, [lost, kept]);
  expect(await cancelInCopy(ME, lost.action_id)).toBe(false);
  expect(await cancelInCopy(ME, kept.action_id)).toBe(true);
  expect((await readCopy(ME)).map(({ action_id }) => action_id)).toEqual([lost.action_id]);
  // The same id again: the server recognises it.
  await run(applied);
  expect(calls).toEqual([['lost'], ['lost']]);
});

test('after a captive portal’s answer the action can be cancelled', async () => {
  const mine = row('mine', 1);
  await updateCopy(ME, [mine]);
  expect(await run(() => ({ kind: 'retry', reason: 'portal' }))).toBe('later');
  expect(await cancelInCopy(ME, mine.action_id)).toBe(true);
});

const REFRESH_FAILS = async (refused?: string) => {
  if (refused) throw new Error('no token');
  return 'old';
};

test.each<[string, Outcome, typeof token]>([
  ['a busy server', { kind: 'retry', reason: 'busy' }, token],
  ['a captive portal', { kind: 'retry', reason: 'portal' }, token],
  ['a refused call', { kind: 'refused', code: '42703', message: '' }, token],
  ['a token refused twice', { kind: 'refresh' }, token],
  ['a token that cannot be replaced', { kind: 'refresh' }, REFRESH_FAILS],
])('what may have arrived once cannot be cancelled after %s', async (_, outcome, accessToken) => {
  const [lost, other] = [row('lost', 1), row('other', 2)];
  await updateCopy(ME, [lost]);
  await run(() => ({ kind: 'retry', reason: 'timeout' }));
  await updateCopy(ME, [lost, other]);
  await run(() => outcome, accessToken);
  expect(await cancelInCopy(ME, lost.action_id)).toBe(false);
  expect(await cancelInCopy(ME, other.action_id)).toBe(true);
});

test('what may have arrived once cannot be cancelled after another action of its call was', async () => {
  const [lost, other] = [row('lost', 1), row('other', 2)];
  await updateCopy(ME, [lost]);
  await run(() => ({ kind: 'retry', reason: 'timeout' }));
  await updateCopy(ME, [lost, other]);
  const offline = { kind: 'retry', reason: 'portal' } as const;
  await run(
    ({ actions }) => (actions.length > 1 ? { kind: 'refresh' } : offline),
    async (refused) => {
      if (refused) await cancelInCopy(ME, other.action_id);
      return refused ? 'new' : 'old';
    },
  );
  expect(await cancelInCopy(ME, lost.action_id)).toBe(false);
});

test('an action cancelled while the worker starts is either not sent or found as sent', async () => {
  const mine = row('mine', 1);
  await updateCopy(ME, [mine]);
  const [cancelled] = await Promise.all([cancelInCopy(ME, mine.action_id), run(applied)]);
  expect(calls).toEqual(cancelled ? [] : [['mine']]);
});

test('an action cancelled while the token is refreshed is not sent again', async () => {
  const [mine, other] = [row('mine', 1), row('other', 2)];
  await updateCopy(ME, [mine, other]);
  const accessToken = async (refused?: string) => {
    if (refused) await cancelInCopy(ME, mine.action_id);
    return refused ? 'new' : 'old';
  };
  let isRefused = false;
  const send = (batch: CrudBatch): Outcome => {
    if (isRefused) return applied(batch);
    isRefused = true;
    return { kind: 'refresh' };
  };
  expect(await run(send, accessToken)).toBe('done');
  expect(calls).toEqual([['mine', 'other'], ['other']]);
});

test('a rejection is left to the page and blocks nothing else', async () => {
  await updateCopy(ME, [row('good', 1), row('poison', 2), row('fine', 3)]);
  const send = ({ actions }: CrudBatch): Outcome => ({
    kind: 'answer',
    results: actions.map((one) => ({
      action_id: one.action_id,
      status: titleOf(one) === 'poison' ? 'rejected' : 'applied',
    })),
  });
  expect(await run(send)).toBe('done');
  expect((await readCopy(ME)).map(({ sent, left }) => [sent, left])).toEqual([
    [true, undefined],
    [undefined, true],
    [true, undefined],
  ]);
  await run(applied);
  expect(calls).toHaveLength(1);
});

test('a batch rejected as a whole is split, and only the faulty action stays', async () => {
  await updateCopy(ME, [row('good', 1), row('culprit', 2), row('fine', 3)]);
  const send = (batch: CrudBatch): Outcome =>
    batch.actions.some((one) => titleOf(one) === 'culprit')
      ? { kind: 'refused', code: '42703', message: '' }
      : applied(batch);
  expect(await run(send)).toBe('done');
  expect((await readCopy(ME)).map(({ sent }) => sent === true)).toEqual([true, false, true]);
});

test('a rejected token is refreshed once for the same call', async () => {
  await updateCopy(ME, [row('mine', 1)]);
  const rejected: (string | undefined)[] = [];
  const accessToken = async (refused?: string) => (rejected.push(refused), refused ? 'new' : 'old');
  expect(await run((batch, given) => (given === 'new' ? applied(batch) : { kind: 'refresh' }), accessToken)).toBe(
    'done',
  );
  expect(rejected).toEqual([undefined, 'old', undefined]);
});

test('an action that a newer release wrote is not sent', async () => {
  await updateCopy(ME, [row('future', 1, { version: QUEUE_VERSION + 1 })]);
  expect(await run(applied)).toBe('done');
  expect(calls).toEqual([]);
});

test('the end of a friendship and a block precede the post that was written after them', async () => {
  const kinds = ['unfriend', 'block', 'post'];
  await updateCopy(
    ME,
    kinds.map((kind, at) => row(kind, at, { kind })),
  );
  expect(await run(applied)).toBe('done');
  expect(calls.flat()).toEqual(kinds);
});

test.each([
  ['unfriend', { left: true }],
  ['block', { version: QUEUE_VERSION + 1 }],
])('nothing that was written after a kind %s that is not sent goes out before it', async (kind, more) => {
  await updateCopy(ME, [row('before', 1), row('barrier', 2, { kind, ...more }), row('after', 3)]);
  expect(await run(applied)).toBe('done');
  expect(calls).toEqual([['before']]);
});

test('the kinds of a friendship and of a block are sent in their order', async () => {
  const kinds = ['friend_request', 'unfriend', 'friend_accept', 'friend_decline', 'block', 'unblock', 'block'];
  await updateCopy(
    ME,
    kinds.map((kind, at) => row(kind, at, { kind })),
  );
  await run(applied);
  expect(calls.flat()).toEqual(kinds);
});

test('votes wait for the page', async () => {
  await updateCopy(ME, [row('vote', 1, { kind: 'vote' })]);
  expect(await run(applied)).toBe('done');
  expect(calls).toEqual([]);
});

test('a Retry-After is passed on, and nothing counts as sent', async () => {
  await updateCopy(ME, [row('later', 1)]);
  const held: number[] = [];
  const result = await sendCopied(ME, {
    accessToken: token,
    send: async () => ({ kind: 'retry', reason: 'busy', retryAfterMs: 4000 }),
    onRetryAfter: async (ms) => held.push(ms),
  });
  expect(result).toBe('later');
  expect(held).toEqual([4000]);
  expect((await readCopy(ME)).map(({ attempted, sent }) => Boolean(attempted) || Boolean(sent))).toEqual([false]);
});
