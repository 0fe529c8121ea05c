import 'fake-indexeddb/auto';
import { v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { changeCopy, dropCopy, readCopy } from '#data/outbox/queue-copy-store.ts';
import { restoreQueue } from '#data/outbox/restore-queue.ts';
import { releaseSetAside } from '#data/outbox/retry.ts';
import { ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
beforeEach(() => dropCopy(ME));

const put = (table: string): CrudOp => ({ op: 'PUT', table, id: v7(), data: { user_id: ME, title: 'Text' } });
const actionOf = (label: string, ops: CrudOp[]) => ({
  action_id: v7(),
  kind: 'post' as const,
  entity_id: ops[0]!.id,
  subject_id: null,
  label,
  about: null,
  bytes: 4,
  input: { title: label },
  created_at: '2026-11-21T10:00:00Z',
  ops,
});
const KEPT = { state: 'queued', attempts: 0, last_error: null, blocked_by: null, uncertain: 0, is_local: 0 } as const;

test('a kept action that cannot be queued is shown as refused, with its contents, and the others are queued', async () => {
  const actions = [
    actionOf('Before', [put('posts')]),
    actionOf('Too many', [put('posts'), put('posts')]),
    actionOf('Unknown', [put('of_another_release')]),
    actionOf('After', [put('posts')]),
  ];
  await changeCopy(ME, () =>
    actions.map((action, position) => ({
      ...action,
      account: ME,
      position,
      version: QUEUE_VERSION,
      kept: { ...KEPT, waits_for: null },
    })),
  );
  await restoreQueue({ account: ME, db: queue.db }, false);
  const refused = { state: 'refused', is_local: 1, last_error: 'The server did not accept this.' };
  const restored = await queue.outbox();
  expect(new Map(restored.map((action) => [action.label, action]))).toMatchObject(
    new Map<string, object>([
      ['Before', { state: 'queued' }],
      ['Too many', { ...refused, input: { title: 'Too many' }, ops: actions[1]!.ops }],
      ['Unknown', { ...refused, input: { title: 'Unknown' } }],
      ['After', { state: 'queued' }],
    ]),
  );
  expect(restored).toHaveLength(4);
  expect(await queue.queueLength()).toBe(2);
  expect(await readCopy(ME)).toEqual([]);
});

test('an action that was set aside and cannot be queued stays, and the others are queued', async () => {
  for (const ops of [[put('posts'), put('posts')], [put('posts')]])
    await queue.db.execute(
      `INSERT INTO outbox (id, kind, entity_id, label, created_at, ops, state, attempts, is_local, waits_for)
       VALUES (?, 'post', ?, ?, '2026-11-21T10:00:00Z', ?, 'refused', 0, 1, 1)`,
      [v7(), ops[0]!.id, `${ops.length}`, JSON.stringify(ops)],
    );
  await releaseSetAside(queue.db);
  const states = (await queue.outbox()).map(({ label, state }) => `${label} ${state}`);
  expect(states.toSorted()).toEqual(['1 queued', '2 refused']);
});
