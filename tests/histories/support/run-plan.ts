// oxlint-disable-next-line rangeday/no-sleep -- the pace of a plan, and of comparisons of whole replicas, which no event announces
import { setTimeout as pause } from 'node:timers/promises';
import { differences } from '../../support/recomputed.ts';
import { checkHistory } from './check-history.ts';
import type { History, Violation } from './history.ts';
import { now } from './now.ts';
import type { Phone } from './phone-process.ts';
import type { Step, WriteKind } from './plan.ts';
import type { Order } from './protocol.ts';
import { Troubles } from './troubles.ts';
import type { World } from './world.ts';
import { isDone } from './writes.ts';

/** From the end of the last trouble until every phone has everything. */
const CONVERGENCE_MS = 30_000;
/** How long it is watched whether that only comes late. */
const WATCHED_MS = 75_000;
/** A member looks at what they wrote. */
const WRITE_MS = 2000;
const COMPARE_EVERY = 250;

export interface Result {
  readonly history: History;
  readonly violations: readonly Violation[];
  /** Milliseconds. */
  readonly convergence: number;
}

let histories = 0;

/** Runs the plan, ends its troubles, waits until every phone has everything, and checks what was recorded. */
export async function runPlan(world: World, plan: readonly Step[]): Promise<Result> {
  const name = `h${(histories += 1)}-`;
  for (const phone of world.phones) phone.begin(name);
  const troubles = new Troubles(world);
  const texts = { next: 0 };
  for (const step of plan) {
    if (step.do === 'wait') await pause(step.ms);
    else {
      const phone = world.phones[step.phone]!;
      if (step.do === 'write') await write(world, phone, step, `${name}${(texts.next += 1)}`);
      else if (step.do === 'network') troubles.network(phone, step.how, step.ms);
      else if (step.do === 'freeze') troubles.freeze(step.part, phone, step.ms);
      else if (step.do === 'kill') troubles.kill(step.part, phone);
      else troubles.clock(phone, step.ms);
    }
  }
  await troubles.end();
  const { convergence, lacks } = await converge(world);
  const violations: Violation[] = [];
  if (convergence > CONVERGENCE_MS)
    violations.push({ rule: 'no stall', what: `Convergence took ${Math.round(convergence / 1000)} s. ${lacks}` });
  const history: History = {
    members: world.phones.map(({ userId }) => userId),
    writes: world.phones.flatMap(({ writes }) => writes),
    reads: world.phones.flatMap(({ reads }) => reads),
    troubles: troubles.list,
    stored: await world.stored(name),
  };
  violations.push(...checkHistory(history));
  for (const [what, rows] of Object.entries(await differences(world.backend.db)))
    violations.push({ rule: 'exactly once', what: `${what}: ${JSON.stringify(rows).slice(0, 500)}` });
  for (const phone of world.phones) {
    phone.setClock(0);
    phone.proxy.exchanges.length = 0;
  }
  return { history, violations, convergence };
}

/** The next order of a member who does one thing after the other. A step without anything to act on does nothing. */
async function write(
  world: World,
  phone: Phone,
  { write: kind, choice }: { write: WriteKind; choice: number },
  text: string,
): Promise<void> {
  if (!phone.isRunning || phone.isFrozen || phone.isWriting) return;
  const order = orderFor(world, phone, kind, choice, text);
  if (!order) return;
  if (order.write === 'post') world.notePost();
  phone.write(order);
  for (const end = now() + WRITE_MS; phone.isWriting && phone.isRunning && now() < end;) await pause(5);
}

function orderFor(world: World, phone: Phone, kind: WriteKind, choice: number, text: string): Order | undefined {
  const pick = <T>(list: readonly T[]): T | undefined => list[choice % Math.max(1, list.length)];
  const created = (write: 'post' | 'comment') =>
    phone.writes.flatMap((each) => (each.order.write === write && isDone(each) && each.id !== undefined ? [each] : []));
  switch (kind) {
    case 'post':
    case 'poll':
      return { write: 'post', text: `${text} v0`, hasPoll: kind === 'poll' };
    case 'edit': {
      const post = pick(created('post'));
      if (post?.id === undefined || post.order.write !== 'post') return undefined;
      const edits = phone.writes.filter(({ order }) => order.write === 'edit' && order.target === post.id).length;
      return { write: 'edit', target: post.id, text: post.order.text.replace(/0$/, String(edits + 1)) };
    }
    case 'uncomment': {
      const removed = new Set(phone.writes.flatMap(({ order }) => (order.write === 'uncomment' ? [order.target] : [])));
      const target = pick(created('comment').filter(({ id }) => !removed.has(id ?? '')))?.id;
      return target === undefined ? undefined : { write: 'uncomment', target };
    }
    case 'message':
      return { write: 'message', target: pick(world.phones.filter((other) => other !== phone))!.userId, text };
    case 'comment':
    case 'vote': {
      const target = pick(phone.seen.posts)?.id;
      if (target === undefined) return undefined;
      return kind === 'vote'
        ? { write: 'vote', target, value: choice % 2 === 0 ? 1 : -1 }
        : { write: 'comment', target, text };
    }
  }
}

/** How long it takes until every phone has everything, and what was missing for longest. */
async function converge(world: World): Promise<{ convergence: number; lacks: string }> {
  const from = now();
  let lacks = '';
  // Phones are compared one after the other, and what the last one had to send changes the server after the first was.
  for (let complete = 0; ;) {
    const missing = await whatLacks(world);
    const convergence = now() - from;
    complete = missing === '' ? complete + 1 : 0;
    if (complete === 2 || convergence > WATCHED_MS) return { convergence, lacks: missing || lacks };
    if (missing !== '') lacks = missing;
    await pause(COMPARE_EVERY);
  }
}

async function whatLacks(world: World): Promise<string> {
  const { db } = world.backend;
  const waiting = await db.query('select 1 from private.waiting_counts limit 1');
  if (waiting.rowCount !== 0) return 'Counts are not published.';
  for (const phone of world.phones) {
    const name = `Phone ${phone.number}`;
    if (phone.isWriting) return `${name} does not answer.`;
    const tables = await world.differences(phone);
    if (tables.length > 0) return `${name} has other ${tables.join()}.`;
    if (phone.seen.unconfirmed > 0) return `${name} has ${phone.seen.unconfirmed} unconfirmed actions.`;
  }
  return '';
}
