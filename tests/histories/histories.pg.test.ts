import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CrudBatch } from '#contract/crud.ts';
import { type Fault, uploads } from '../e2e/support/faults.ts';
import { KEPT } from './support/kept.ts';
import type { Rule } from './support/history.ts';
import type { Step } from './support/plan.ts';
import { runPlan } from './support/run-plan.ts';
import type { Seen } from './support/protocol.ts';
import { World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.create();
});
let unplant = (): unknown => undefined;
afterEach(async () => {
  await unplant();
  unplant = () => undefined;
  for (const phone of world.phones) phone.distort = (seen) => seen;
});
afterAll(async () => {
  await world?.close();
});

test.each(Object.entries(KEPT))('right again: %s', async (_, plan) => {
  expect((await runPlan(world, plan)).violations).toEqual([]);
});

const write = (phone: number, kind: 'poll' | 'comment' | 'edit', choice = 0): Step => ({
  ...{ do: 'write', phone, write: kind, choice },
});
const wait: Step = { do: 'wait', ms: 1500 };
const TALK: readonly Step[] = [
  ...[write(0, 'poll'), wait, write(1, 'comment'), write(0, 'edit')],
  ...[wait, write(0, 'edit'), wait],
];

const batchOf = (body: Buffer): CrudBatch => (JSON.parse(body.toString()) as { batch: CrudBatch }).batch;

/** The server never sees it, and the phone is told that it was applied. */
const lose: Fault = (wire, { body }) => {
  const results = batchOf(body).actions.map(({ action_id }) => ({ action_id, status: 'applied' }));
  const answer = JSON.stringify({ marker: 'apply_crud', results });
  wire.answer(200, { 'content-type': 'application/json' }, answer);
};

/** The server gets every comment twice, the second time as another one. */
const double: Fault = async (wire, exchange) => {
  const { v, actions } = batchOf(exchange.body);
  const copies = actions.map((action) => ({
    ...{ ...action, action_id: randomUUID() },
    ops: action.ops.map((op) => ({ ...op, id: randomUUID() })),
  }));
  const { 'content-length': _length, host: _host, connection: _connection, ...headers } = exchange.headers;
  await fetch(`${world.backend.state.appUrl}${exchange.path}`, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: JSON.stringify({ batch: { v, actions: copies } }),
  });
  await wire.pass();
};

/** After each change of the posts, the next read is as before it. */
function stale(): (seen: Seen) => Seen {
  let last: Seen | undefined;
  let old: Seen | undefined;
  return (seen) => {
    if (old) {
      const before = old;
      old = undefined;
      return before;
    }
    if (last && last.posts.length > 0 && JSON.stringify(seen.posts) !== JSON.stringify(last.posts)) old = last;
    return (last = seen);
  };
}

/** Planted faults: the checker finds each of them in what phones and server really did. */
const PLANTED: Record<string, [rule: Rule, plant: () => unknown]> = {
  'a lost write': ['exactly once', () => (unplant = world.phones[1]!.proxy.when(uploads, lose))],
  'a doubled write': ['exactly once', () => (unplant = world.phones[1]!.proxy.when(uploads, double))],
  'a stale read': ['monotonic reads', () => (world.phones[2]!.distort = stale())],
  'half an action': [
    'atomic actions',
    () =>
      world.backend.db.query(`
        create function public.half() returns trigger language plpgsql as $$ begin new.poll_id := null; return new; end $$;
        create trigger half before insert on public.posts for each row execute function public.half()`),
  ],
};

test.each(Object.entries(PLANTED))('finds %s', async (_, [rule, plant]) => {
  await plant();
  const { violations } = await runPlan(world, TALK);
  expect(violations.map((violation) => violation.rule)).toContain(rule);
});
