import 'fake-indexeddb/auto';
import { v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { QUEUE_VERSION } from '#contract/crud.ts';
import type { Outcome } from './classify.ts';
import { drainMirror } from './background-drain.ts';
import { dropMirrored, fillMirror, mirrored, type MirrorRow, withdraw } from '../outbox/queue-copy-store.ts';

const ME = 'me';
let calls: string[][];

const row = (title: string, order: number, more: Partial<MirrorRow> = {}): MirrorRow => {
  const id = v7();
  const ops = [{ op: 'PUT' as const, table: 'posts', id: v7(), data: { title } }];
  return {
    account: ME,
    id,
    order,
    version: QUEUE_VERSION,
    action: { action_id: id, created_at: '2026-11-21T10:00:00Z', ops },
    byWorker: true,
    kept: { kind: 'post', entity_id: ops[0]!.id, subject_id: null, label: title, about: null, bytes: 1, ops },
    ...more,
  };
};
const titleOf = ({ action }: MirrorRow) => String(action.ops[0]!.data!['title']);
const applied = (rows: readonly MirrorRow[]): Outcome => ({
  kind: 'answer',
  results: rows.map(({ id }) => ({ action_id: id, status: 'applied' })),
});
const drain = (
  send: (rows: readonly MirrorRow[], token: string) => Outcome | Promise<Outcome>,
  token = async () => 't',
) =>
  drainMirror(ME, {
    token,
    send: async (rows, accessToken) => {
      calls.push(rows.map(titleOf));
      return send(rows, accessToken);
    },
  });

beforeEach(async () => {
  calls = [];
  await dropMirrored(ME);
  await dropMirrored('bob');
});

test('one account’s actions go in the order of the queue, in one call, and once', async () => {
  await fillMirror(ME, [row('second', 2), row('first', 1)]);
  await fillMirror('bob', [row('bob', 1, { account: 'bob' })]);
  expect(await drain(applied)).toBe('done');
  expect(await drain(applied)).toBe('done');
  expect(calls).toEqual([['first', 'second']]);
  expect((await mirrored('bob')).map(({ sent }) => sent)).toEqual([undefined]);
});

test('while nobody answers nothing is claimed: the page may still take it back in silence', async () => {
  const mine = row('mine', 1);
  await fillMirror(ME, [mine]);
  const parts = { token: async () => 't', send: async (rows: readonly MirrorRow[]) => applied(rows) };
  expect(await drainMirror(ME, { ...parts, isReachable: async () => false })).toBe('later');
  expect((await mirrored(ME)).map(({ asked }) => asked)).toEqual([undefined]);
  expect(await withdraw(ME, mine.id)).toBe(true);
  await fillMirror(ME, [mine]);
  expect(await drainMirror(ME, { ...parts, isReachable: async () => true })).toBe('done');
  expect((await mirrored(ME)).map(({ sent }) => sent)).toEqual([true]);
});

test('no token, no call', async () => {
  await fillMirror(ME, [row('mine', 1)]);
  expect(await drain(applied, async () => null!)).toBe('later');
  expect(calls).toEqual([]);
});

test('what was sent without an answer cannot be withdrawn, what was never sent can', async () => {
  const [lost, kept] = [row('lost', 1), row('kept', 2)];
  await fillMirror(ME, [lost]);
  expect(await drain(() => ({ kind: 'retry', reason: 'timeout' }))).toBe('later');
  await fillMirror(ME, [lost, kept]);
  expect(await withdraw(ME, lost.id)).toBe(false);
  expect(await withdraw(ME, kept.id)).toBe(true);
  expect((await mirrored(ME)).map(({ id }) => id)).toEqual([lost.id]);
  // The same id again: the server knows it.
  await drain(applied);
  expect(calls).toEqual([['lost'], ['lost']]);
});

test('a portal has taken nothing', async () => {
  const mine = row('mine', 1);
  await fillMirror(ME, [mine]);
  expect(await drain(() => ({ kind: 'retry', reason: 'portal' }))).toBe('later');
  expect(await withdraw(ME, mine.id)).toBe(true);
});

test('what is withdrawn while the worker begins is either not sent or found as sent', async () => {
  const mine = row('mine', 1);
  await fillMirror(ME, [mine]);
  const [withdrawn] = await Promise.all([withdraw(ME, mine.id), drain(applied)]);
  expect(calls).toEqual(withdrawn ? [] : [['mine']]);
});

test('a refusal is left to the page, and holds back nothing else', async () => {
  await fillMirror(ME, [row('good', 1), row('poison', 2), row('fine', 3)]);
  const send = (rows: readonly MirrorRow[]): Outcome => ({
    kind: 'answer',
    results: rows.map((one) => ({ action_id: one.id, status: titleOf(one) === 'poison' ? 'rejected' : 'applied' })),
  });
  expect(await drain(send)).toBe('done');
  expect((await mirrored(ME)).map(({ sent, left }) => [sent, left])).toEqual([
    [true, undefined],
    [undefined, true],
    [true, undefined],
  ]);
  await drain(applied);
  expect(calls).toHaveLength(1);
});

test('a call refused as a whole is split, and only its culprit stays', async () => {
  await fillMirror(ME, [row('good', 1), row('culprit', 2), row('fine', 3)]);
  const send = (rows: readonly MirrorRow[]): Outcome =>
    rows.some((one) => titleOf(one) === 'culprit') ? { kind: 'refused', code: '42703', message: '' } : applied(rows);
  expect(await drain(send)).toBe('done');
  expect((await mirrored(ME)).map(({ sent }) => sent === true)).toEqual([true, false, true]);
});

test('a token that is refused is renewed once for the same call', async () => {
  await fillMirror(ME, [row('mine', 1)]);
  const asked: (string | undefined)[] = [];
  const token = async (refused?: string) => (asked.push(refused), refused ? 'new' : 'old');
  expect(await drain((rows, given) => (given === 'new' ? applied(rows) : { kind: 'refresh' }), token)).toBe('done');
  expect(asked).toEqual([undefined, 'old', undefined]);
});

test('what a newer release wrote is not touched', async () => {
  await fillMirror(ME, [row('future', 1, { version: QUEUE_VERSION + 1 })]);
  expect(await drain(applied)).toBe('done');
  expect(calls).toEqual([]);
});

test('votes and friend actions wait for the page', async () => {
  await fillMirror(ME, [row('vote', 1, { byWorker: false })]);
  expect(await drain(applied)).toBe('done');
  expect(calls).toEqual([]);
});

test('a pause that the server asks for is passed on, and nothing counts as sent', async () => {
  await fillMirror(ME, [row('later', 1)]);
  const held: number[] = [];
  const result = await drainMirror(ME, {
    token: async () => 't',
    send: async () => ({ kind: 'retry', reason: 'busy', retryAfterMs: 4000 }),
    onHeld: async (ms) => held.push(ms),
  });
  expect(result).toBe('later');
  expect(held).toEqual([4000]);
  expect((await mirrored(ME)).map(({ asked, sent }) => Boolean(asked) || Boolean(sent))).toEqual([false]);
});
