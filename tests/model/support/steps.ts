import fc from 'fast-check';
import { vi } from 'vitest';
import { HIDDEN_KINDS } from '#contract/outbox.ts';
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
import { createPost, deletePost, editPost, type WriteResult } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { type Device, type OutboxRow, quiet } from './device.ts';
import { Killed } from './disk.ts';
import { type Excuses, type Ledger, noExcuses } from './ledger.ts';
import { FATES, type Network, UNPARSABLE } from './network.ts';
import type { ModelServer } from './server.ts';

export const REFUSED = 'poison';

export interface Scene {
  readonly server: ModelServer;
  readonly network: Network;
  readonly device: Device;
  readonly ledger: Ledger;
  readonly members: readonly string[];
  excuses: Excuses;
  written: number;
}

/** `a` and `b` choose among whatever there is at that moment. */
type Work = (scene: Scene, a: number, b: number) => Promise<unknown>;

const choose = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** Words of their own each time, now and then such as are refused, alone or with the whole call. */
const words = (scene: Scene, b: number): string => {
  scene.written += 1;
  const kind = b % 9 === 0 ? REFUSED : b % 37 === 1 ? UNPARSABLE : 'words';
  return `${kind} ${scene.written}`;
};

const ids = async ({ device }: Scene, table: string, mine = false): Promise<string[]> => {
  const where = mine ? `WHERE user_id = '${device.member}'` : '';
  const rows = await device.db.getAll<{ id: string }>(`SELECT id FROM ${table} ${where} ORDER BY id`);
  return rows.map(({ id }) => id);
};

const note = async (scene: Scene, kind: string, result: { ok: boolean; id?: string }, parents: string[] = []) => {
  if (!result.ok || !result.id) return;
  if (parents.length > 0) scene.ledger.parents.set(result.id, parents);
  await scene.ledger.noteAct(kind, result.id);
};

/** An act after which an unsent one on the same thing may be gone. */
function replace(scene: Scene, entity: string): void {
  scene.excuses.entities.add(entity);
  scene.ledger.noteIntent(entity);
}

async function remove(
  scene: Scene,
  kind: string,
  id: string,
  work: (id: string) => Promise<WriteResult>,
): Promise<void> {
  replace(scene, id);
  scene.ledger.noteDeletion(id);
  const result = await work(id);
  scene.ledger.noteDeleted(id, result.ok);
  return note(scene, kind, result);
}

/** Of a deletion: what it would have deleted is to stay. */
async function takeBack<T>({ ledger }: Scene, { kind, entity_id }: OutboxRow, work: () => Promise<T>): Promise<T> {
  if (!kind.startsWith('delete')) return work();
  ledger.noteKept(entity_id);
  const result = await work();
  if (result !== null && !(typeof result === 'object' && 'ok' in result && !result.ok))
    ledger.noteKept(entity_id, true);
  return result;
}

const on =
  (table: string, mine: boolean, work: (scene: Scene, id: string, b: number) => Promise<unknown>): Work =>
  async (scene, a, b) => {
    const id = choose(await ids(scene, table, mine), a);
    return id && work(scene, id, b);
  };

const onOutbox =
  (work: (scene: Scene, row: OutboxRow, b: number) => Promise<unknown>): Work =>
  async (scene, a, b) => {
    const shown = (await scene.device.outbox()).filter(
      ({ kind, discard_at }) => !HIDDEN_KINDS.includes(kind) && discard_at === null,
    );
    const row = choose(shown, a);
    return row && work(scene, row, b);
  };

/** Hidden, with the toast still on screen. */
const onHidden =
  (work: (scene: Scene, row: OutboxRow) => Promise<unknown>): Work =>
  async (scene, a) => {
    const row = choose(
      (await scene.device.outbox()).filter(({ discard_at }) => discard_at !== null),
      a,
    );
    return row && work(scene, row);
  };

const post: Work = async (scene, _, b) =>
  note(scene, 'post', await createPost({ title: words(scene, b), description: '', visibility: 'public' }));

const WORKS = {
  post,
  comment: on('posts', false, async (scene, post_id, b) => {
    const answers = await scene.device.db.getAll<{ id: string }>('SELECT id FROM comments WHERE post_id = ?', [
      post_id,
    ]);
    const parent_id = b % 3 === 0 ? (choose(answers, b)?.id ?? null) : null;
    const result = await addComment({ post_id, parent_id, text: words(scene, b) });
    return note(scene, 'comment', result, [post_id]);
  }),
  vote: on('posts', false, async (scene, id, b) => {
    replace(scene, pairId('post_vote', id, scene.device.member));
    return note(scene, 'vote', await votePost(id, b % 2 === 0 ? 1 : -1), [id]);
  }),
  like: on('comments', false, async (scene, id, b) => {
    replace(scene, pairId('comment_like', id, scene.device.member));
    return note(scene, 'like', await likeComment(id, b % 2 === 0), [id]);
  }),
  editPost: on('posts', true, async (scene, id, b) => {
    scene.ledger.noteIntent(id);
    return note(scene, 'edit_post', await editPost({ id, title: words(scene, b), description: '' }));
  }),
  editComment: on('comments', true, async (scene, id, b) => {
    scene.ledger.noteIntent(id);
    return note(scene, 'edit_comment', await editComment({ id, text: words(scene, b) }));
  }),
  deletePost: on('posts', true, (scene, id) => remove(scene, 'delete_post', id, deletePost)),
  deleteComment: on('comments', true, (scene, id) => remove(scene, 'delete_comment', id, deleteComment)),
  message: async (scene, a, b) => {
    const others = scene.members.filter((member) => member !== scene.device.member);
    return note(scene, 'message', await sendMessage({ recipient_id: choose(others, a)!, content: words(scene, b) }));
  },
  retry: onOutbox(async (scene, { id }) => {
    scene.excuses.retried = true;
    return retryAction(id);
  }),
  retryAll: async (scene) => {
    scene.excuses.retried = true;
    return retryAll();
  },
  discard: onOutbox(async (scene, row, b) => {
    const { id } = row;
    const children = b % 2 === 0;
    for (const taken of children ? [id, ...(await listDependents(id))] : [id]) scene.excuses.discarded.add(taken);
    return takeBack(scene, row, () => discardAction(id, children ? 'dependents' : 'nothing'));
  }),
  hide: onOutbox(async (scene, { id, kind, entity_id }) => {
    // What its deletion would have deleted may stay.
    if (kind.startsWith('delete')) scene.ledger.noteKept(entity_id);
    scene.ledger.noteHidden(id, entity_id, false);
    const result = await hideForDiscard(id);
    if (result.ok) scene.ledger.noteHidden(id, entity_id, true);
    else scene.ledger.noteShown(id);
  }),
  undoHide: onHidden(async ({ ledger }, { id, entity_id }) => {
    ledger.noteHidden(id, entity_id, false);
    if ((await undoDiscard(id)).ok) ledger.noteShown(id);
  }),
  completeHidden: onHidden((_, { id }) => completeDiscard(id)),
  wait: async () => vi.setSystemTime(Date.now() + UNDO_LIMIT_MS),
  edit: onOutbox(async (scene, row, b) => {
    scene.excuses.discarded.add(row.id);
    const taken = await takeBack(scene, row, () => takeForEdit(row.id));
    // Sometimes it stays a draft.
    if (taken?.kind !== 'post' || b % 4 === 0) return taken;
    return post(scene, 0, b);
  }),
  correct: async (scene, a, b) => {
    const row = choose(
      (await scene.device.outbox()).filter(({ kind }) => kind === 'message'),
      a,
    );
    if (!row) return;
    scene.excuses.corrected.add(row.entity_id);
    scene.ledger.noteIntent(row.entity_id);
    const result = await editAction(row.id, 'content', words(scene, b));
    return note(scene, 'message', result.ok ? { ok: true, id: row.entity_id } : result);
  },
  upload: async (scene, a) => void scene.device.upload(a),
  network: async (scene, a, b) => {
    const call = choose(scene.network.calls, a);
    return call && scene.network.tell(call, choose(FATES, b)!);
  },
  stray: async (scene, a, b) => (scene.network.strays > 0 ? scene.network.deliverStray(a, b % 2 === 0) : undefined),
  sync: async (scene, _, b) => scene.device.sync(b % 3 === 0),
  tidy: async (scene) => scene.device.tidy(),
  hold: async (scene) => scene.device.hold(),
  killSoon: async (scene, a, b) => scene.device.life.dieAfter(a * 4 + (b % 4)),
  kill: async (scene) => void (scene.device.life.isOver = true),
  switch: async (scene, a) => (a % 3 === 0 ? scene.device.switchTo(a / 3) : undefined),
  mute: async ({ server, device }, a) =>
    void (a % 3 === 0 ? server.muted.add(device.member) : server.muted.delete(device.member)),
  lock: async ({ server }, a, b) => {
    const id = choose([...server.table('posts').keys()], a);
    if (id) server.change('posts', id, { comments_locked: b % 2 });
  },
  staffRemoves: async ({ server, ledger }, a, b) => {
    const table = b % 2 === 0 ? 'posts' : 'comments';
    const id = choose([...server.table(table).keys()], a);
    if (!id) return;
    ledger.removedByStaff(id);
    server.remove(table, id);
  },
} satisfies Record<string, Work>;

export interface Step {
  readonly work: keyof typeof WORKS;
  readonly a: number;
  readonly b: number;
  /** The next one begins before this one is done. */
  readonly isHasty: boolean;
}

const often = (work: keyof typeof WORKS, weight: number) => ({ arbitrary: fc.constant(work), weight });

export const anyStep: fc.Arbitrary<Step> = fc.record({
  work: fc.oneof(
    often('network', 12),
    often('upload', 10),
    often('post', 5),
    often('comment', 5),
    often('sync', 4),
    often('vote', 4),
    often('editPost', 3),
    often('discard', 3),
    often('retry', 3),
    often('stray', 3),
    often('killSoon', 3),
    often('like', 2),
    often('message', 2),
    often('editComment', 2),
    often('deletePost', 2),
    often('deleteComment', 2),
    often('edit', 2),
    often('hide', 3),
    often('undoHide', 2),
    often('completeHidden', 1),
    often('wait', 1),
    often('correct', 1),
    often('hold', 1),
    often('tidy', 1),
    often('retryAll', 1),
    often('kill', 1),
    often('switch', 2),
    often('mute', 1),
    often('lock', 1),
    often('staffRemoves', 1),
  ),
  a: fc.nat(23),
  b: fc.nat(143),
  isHasty: fc.boolean(),
});

/** What is not done by the app's own process. */
const OUTSIDE = new Set<keyof typeof WORKS>([
  'network',
  'stray',
  'switch',
  'mute',
  'lock',
  'staffRemoves',
  'upload',
  'wait',
]);

/** The dead do not act; whatever else goes wrong is a finding. */
const survived = (error: unknown): void => {
  if (!(error instanceof Killed)) throw error;
};

/** Plays the steps, and looks at everything each time the app comes to rest. */
export async function play(scene: Scene, steps: readonly Step[]): Promise<void> {
  let going: Promise<unknown>[] = [];
  for (const { work, a, b, isHasty } of steps) {
    const act: Work = WORKS[work];
    const { life } = scene.device;
    going.push((OUTSIDE.has(work) ? act(scene, a, b) : life.live(() => act(scene, a, b))).catch(survived));
    // What follows at once is of the same millisecond.
    if (isHasty && work !== 'switch') continue;
    vi.setSystemTime(Date.now() + 1);
    await rest(scene, going);
    going = [];
  }
  await rest(scene, going);
}

async function rest(scene: Scene, going: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(going);
  await quiet();
  const { device, ledger } = scene;
  if (device.life.isOver) {
    device.kill();
    await quiet();
    await device.open();
  }
  await ledger.observe(scene.excuses).catch(survived);
  scene.excuses = noExcuses();
  ledger.forgetIntents();
}
