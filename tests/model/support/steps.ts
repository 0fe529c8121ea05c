import fc from 'fast-check';
import { vi } from 'vitest';
import { isHiddenKind } from '#contract/outbox.ts';
import { pairId } from '#data/outbox/mutation.ts';
import {
  completeDiscard,
  discardAction,
  hideForDiscard,
  listDependents,
  undoDiscard,
  UNDO_LIMIT_MS,
} from '#data/outbox/discard.ts';
import { editAction, takeForEdit } from '#data/outbox/edit.ts';
import { retryAction, retryAll } from '#data/outbox/retry.ts';
import { addComment, deleteComment, editComment, likeComment } from '#features/comments/mutations.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { deletePost } from '#features/post-actions/mutations.ts';
import { createPost, editPost, type WriteResult } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { type Device, type OutboxRow, idle } from './device.ts';
import { Killed } from './disk.ts';
import { type Removals, type Ledger, noRemovals } from './ledger.ts';
import { CALL_OUTCOMES, type Network, UNPARSABLE } from './network.ts';
import type { ModelServer } from './server.ts';

export const REJECTED_TEXT = 'poison';

export interface Simulation {
  readonly server: ModelServer;
  readonly network: Network;
  readonly device: Device;
  readonly ledger: Ledger;
  readonly members: readonly string[];
  removals: Removals;
  written: number;
}

/** `a` and `b` select among the rows that exist at that moment. */
type Command = (simulation: Simulation, a: number, b: number) => Promise<unknown>;

const choose = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** A unique text. Some are rejected, alone or with the whole call. */
const nextText = (simulation: Simulation, b: number): string => {
  simulation.written += 1;
  const kind = b % 9 === 0 ? REJECTED_TEXT : b % 37 === 1 ? UNPARSABLE : 'nextText';
  return `${kind} ${simulation.written}`;
};

const ids = async ({ device }: Simulation, table: string, mine = false): Promise<string[]> => {
  const where = mine ? `WHERE user_id = '${device.member}'` : '';
  const rows = await device.db.getAll<{ id: string }>(`SELECT id FROM ${table} ${where} ORDER BY id`);
  return rows.map(({ id }) => id);
};

const noteResult = async (
  simulation: Simulation,
  kind: string,
  result: { ok: boolean; id?: string },
  parents: string[] = [],
) => {
  if (!result.ok || !result.id) return;
  if (parents.length > 0) simulation.ledger.parents.set(result.id, parents);
  await simulation.ledger.noteCommand(kind, result.id);
};

/** Before a command that may remove an unsent action on the same entity. */
function replace(simulation: Simulation, entity: string): void {
  simulation.removals.replaced.add(entity);
  simulation.ledger.noteIntent(entity);
}

async function remove(
  simulation: Simulation,
  kind: string,
  id: string,
  work: (id: string) => Promise<WriteResult>,
): Promise<void> {
  replace(simulation, id);
  simulation.ledger.noteDeletion(id);
  const result = await work(id);
  simulation.ledger.noteDeleted(id, result.ok);
  return noteResult(simulation, kind, result);
}

/** Runs `work`, which discards an action. If that was a deletion, its entity must stay. */
async function withDeletionUndone<T>(
  { ledger }: Simulation,
  { kind, entity_id }: OutboxRow,
  work: () => Promise<T>,
): Promise<T> {
  if (!kind.startsWith('delete')) return work();
  ledger.noteDeletionUndone(entity_id);
  const result = await work();
  if (result !== null && !(typeof result === 'object' && 'ok' in result && !result.ok))
    ledger.noteDeletionUndone(entity_id, true);
  return result;
}

const on =
  (table: string, mine: boolean, work: (simulation: Simulation, id: string, b: number) => Promise<unknown>): Command =>
  async (simulation, a, b) => {
    const id = choose(await ids(simulation, table, mine), a);
    return id && work(simulation, id, b);
  };

const onOutbox =
  (work: (simulation: Simulation, row: OutboxRow, b: number) => Promise<unknown>): Command =>
  async (simulation, a, b) => {
    const shown = (await simulation.device.outbox()).filter(
      ({ kind, discard_at }) => !isHiddenKind(kind) && discard_at === null,
    );
    const row = choose(shown, a);
    return row && work(simulation, row, b);
  };

/** Runs on a hidden action whose toast is still on screen. */
const onHidden =
  (work: (simulation: Simulation, row: OutboxRow) => Promise<unknown>): Command =>
  async (simulation, a) => {
    const row = choose(
      (await simulation.device.outbox()).filter(({ discard_at }) => discard_at !== null),
      a,
    );
    return row && work(simulation, row);
  };

const post: Command = async (simulation, _, b) =>
  noteResult(
    simulation,
    'post',
    await createPost({ title: nextText(simulation, b), description: '', visibility: 'public' }),
  );

const COMMANDS = {
  post,
  comment: on('posts', false, async (simulation, post_id, b) => {
    const answers = await simulation.device.db.getAll<{ id: string }>('SELECT id FROM comments WHERE post_id = ?', [
      post_id,
    ]);
    const parent_id = b % 3 === 0 ? (choose(answers, b)?.id ?? null) : null;
    const result = await addComment({ post_id, parent_id, text: nextText(simulation, b) });
    return noteResult(simulation, 'comment', result, [post_id]);
  }),
  vote: on('posts', false, async (simulation, id, b) => {
    replace(simulation, pairId('post_vote', id, simulation.device.member));
    return noteResult(simulation, 'vote', await votePost(id, b % 2 === 0 ? 1 : -1), [id]);
  }),
  like: on('comments', false, async (simulation, id, b) => {
    replace(simulation, pairId('comment_like', id, simulation.device.member));
    return noteResult(simulation, 'like', await likeComment(id, b % 2 === 0), [id]);
  }),
  editPost: on('posts', true, async (simulation, id, b) => {
    simulation.ledger.noteIntent(id);
    return noteResult(simulation, 'edit_post', await editPost({ id, title: nextText(simulation, b), description: '' }));
  }),
  editComment: on('comments', true, async (simulation, id, b) => {
    // An unsent one is sent changed, under a new id.
    simulation.removals.edited.add(id);
    simulation.ledger.noteIntent(id);
    return noteResult(simulation, 'edit_comment', await editComment({ id, text: nextText(simulation, b) }));
  }),
  deletePost: on('posts', true, (simulation, id) => remove(simulation, 'delete_post', id, deletePost)),
  deleteComment: on('comments', true, (simulation, id) => remove(simulation, 'delete_comment', id, deleteComment)),
  message: async (simulation, a, b) => {
    const others = simulation.members.filter((member) => member !== simulation.device.member);
    return noteResult(
      simulation,
      'message',
      await sendMessage({ recipient_id: choose(others, a)!, content: nextText(simulation, b) }),
    );
  },
  retry: onOutbox(async (simulation, { id }) => {
    simulation.removals.retried = true;
    return retryAction(id);
  }),
  retryAll: async (simulation) => {
    simulation.removals.retried = true;
    return retryAll();
  },
  discard: onOutbox(async (simulation, row, b) => {
    const { id } = row;
    const children = b % 2 === 0;
    for (const action of children ? [id, ...(await listDependents(id))] : [id])
      simulation.removals.discarded.add(action);
    return withDeletionUndone(simulation, row, () => discardAction(id, children ? 'dependents' : 'nothing'));
  }),
  hide: onOutbox(async (simulation, { id, kind, entity_id }) => {
    // If this is a deletion, its entity may stay.
    if (kind.startsWith('delete')) simulation.ledger.noteDeletionUndone(entity_id);
    simulation.ledger.noteHidden(id, entity_id, false);
    const result = await hideForDiscard(id);
    if (result.ok) simulation.ledger.noteHidden(id, entity_id, true);
    else simulation.ledger.noteShown(id);
  }),
  undoHide: onHidden(async ({ ledger }, { id, entity_id }) => {
    ledger.noteHidden(id, entity_id, false);
    if ((await undoDiscard(id)).ok) ledger.noteShown(id);
  }),
  completeHidden: onHidden((_, { id }) => completeDiscard(id)),
  wait: async () => vi.setSystemTime(Date.now() + UNDO_LIMIT_MS),
  edit: onOutbox(async (simulation, row, b) => {
    simulation.removals.discarded.add(row.id);
    const taken = await withDeletionUndone(simulation, row, () => takeForEdit(row.id));
    // In some runs it stays a draft.
    if (taken?.kind !== 'post' || b % 4 === 0) return taken;
    return post(simulation, 0, b);
  }),
  editMessage: async (simulation, a, b) => {
    const row = choose(
      (await simulation.device.outbox()).filter(({ kind }) => kind === 'message'),
      a,
    );
    if (!row) return;
    simulation.removals.edited.add(row.entity_id);
    simulation.ledger.noteIntent(row.entity_id);
    const result = await editAction(row.id, 'content', nextText(simulation, b));
    return noteResult(simulation, 'message', result.ok ? { ok: true, id: row.entity_id } : result);
  },
  upload: async (simulation, a) => void simulation.device.upload(a),
  network: async (simulation, a, b) => {
    const call = choose(simulation.network.calls, a);
    return call && simulation.network.finish(call, choose(CALL_OUTCOMES, b)!);
  },
  deliverLate: async (simulation, a, b) =>
    simulation.network.lateCount > 0 ? simulation.network.deliverLate(a, b % 2 === 0) : undefined,
  sync: async (simulation, _, b) => simulation.device.sync(b % 3 === 0),
  tidy: async (simulation) => simulation.device.tidy(),
  holdCheckpoint: async (simulation) => simulation.device.holdCheckpoint(),
  killLater: async (simulation, a, b) => simulation.device.process.killAfter(a * 4 + (b % 4)),
  kill: async (simulation) => void (simulation.device.process.isKilled = true),
  switch: async (simulation, a) => (a % 3 === 0 ? simulation.device.switchTo(a / 3) : undefined),
  mute: async ({ server, device }, a) =>
    void (a % 3 === 0 ? server.muted.add(device.member) : server.muted.delete(device.member)),
  lock: async ({ server }, a, b) => {
    const id = choose([...server.table('posts').keys()], a);
    if (id) server.change('posts', id, { comments_locked: b % 2 });
    server.counts.publish();
  },
  staffRemoves: async ({ server, ledger }, a, b) => {
    const table = b % 2 === 0 ? 'posts' : 'comments';
    const id = choose([...server.table(table).keys()], a);
    if (!id) return;
    ledger.removedByStaff(id);
    server.remove(table, id);
  },
} satisfies Record<string, Command>;

export interface Step {
  readonly command: keyof typeof COMMANDS;
  readonly a: number;
  readonly b: number;
  /** The next step starts before this one is done. */
  readonly isOverlapping: boolean;
}

const weighted = (command: keyof typeof COMMANDS, weight: number) => ({ arbitrary: fc.constant(command), weight });

export const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  command: fc.oneof(
    weighted('network', 12),
    weighted('upload', 10),
    weighted('post', 5),
    weighted('comment', 5),
    weighted('sync', 4),
    weighted('vote', 4),
    weighted('editPost', 3),
    weighted('discard', 3),
    weighted('retry', 3),
    weighted('deliverLate', 3),
    weighted('killLater', 3),
    weighted('like', 2),
    weighted('message', 2),
    weighted('editComment', 2),
    weighted('deletePost', 2),
    weighted('deleteComment', 2),
    weighted('edit', 2),
    weighted('hide', 3),
    weighted('undoHide', 2),
    weighted('completeHidden', 1),
    weighted('wait', 1),
    weighted('editMessage', 1),
    weighted('holdCheckpoint', 1),
    weighted('tidy', 1),
    weighted('retryAll', 1),
    weighted('kill', 1),
    weighted('switch', 2),
    weighted('mute', 1),
    weighted('lock', 1),
    weighted('staffRemoves', 1),
  ),
  a: fc.nat(23),
  b: fc.nat(143),
  isOverlapping: fc.boolean(),
});

/** Commands that do not run in the app's process. */
const OUTSIDE = new Set<keyof typeof COMMANDS>([
  'network',
  'deliverLate',
  'switch',
  'mute',
  'lock',
  'staffRemoves',
  'upload',
  'wait',
]);

/** A killed process throws at each await. Every other error is a finding. */
const ignoreKilled = (error: unknown): void => {
  if (!(error instanceof Killed)) throw error;
};

/** Runs the steps, and checks all guarantees each time the app is idle. */
export async function runSteps(simulation: Simulation, steps: readonly Step[]): Promise<void> {
  let running: Promise<unknown>[] = [];
  for (const { command, a, b, isOverlapping } of steps) {
    const start: Command = COMMANDS[command];
    const { process } = simulation.device;
    running.push(
      (OUTSIDE.has(command) ? start(simulation, a, b) : process.run(() => start(simulation, a, b))).catch(ignoreKilled),
    );
    // Steps that overlap happen in the same millisecond.
    if (isOverlapping && command !== 'switch') continue;
    vi.setSystemTime(Date.now() + 1);
    await settle(simulation, running);
    running = [];
  }
  await settle(simulation, running);
}

async function settle(simulation: Simulation, running: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(running);
  await idle();
  const { device, ledger } = simulation;
  if (device.process.isKilled) {
    device.kill();
    await idle();
    await device.open();
  }
  await ledger.observe(simulation.removals).catch(ignoreKilled);
  simulation.removals = noRemovals();
  ledger.forgetIntents();
}
