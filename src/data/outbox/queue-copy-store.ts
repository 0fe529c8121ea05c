import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { CrudOp, CrudAction } from '#contract/crud.ts';

/**
 * A copy of the queue outside of SQLite: the service worker, which cannot open that, sends the posts, comments and messages in it,
 * and all of it outlives a database that is damaged or cleared. The queue stays the truth: the page makes this equal to it, the
 * worker only sends from it. The ids make it harmless that both may send.
 */
export interface MirrorRow {
  account: string;
  /** The action's id. */
  id: string;
  /** Rises with the order of the queue. */
  order: number;
  /** QUEUE_VERSION of the release that wrote it. */
  version: number;
  /** As it is sent. */
  action: CrudAction;
  /** May the worker deliver it? */
  byWorker: boolean;
  /** What the outbox says of it, and its operations in local names. */
  kept: {
    kind: string;
    entity_id: string;
    subject_id: string | null;
    label: string;
    about: string | null;
    bytes: number;
    ops: CrudOp[];
  };
  /** The worker has sent it; what came of it is not known. The page must not take it back in silence. */
  asked?: boolean;
  /** The server has it. The page sends it once more and is told 'duplicate'. */
  sent?: boolean;
  /** Refused as a whole call, or by name: the page will hear that itself, and can show it. */
  left?: boolean;
}

let opened: UseStore | undefined;
const actions = (): UseStore => (opened ??= createStore('rangeday-outbox', 'actions'));

const keyOf = (account: string, id: string): IDBValidKey => [account, id];
const all = (account: string): IDBKeyRange => IDBKeyRange.bound([account], [account, []]);

async function change<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  return actions()('readwrite', async (store) => {
    const done = promisifyRequest(store.transaction);
    const result = await work(store);
    await done;
    return result;
  });
}

const read = (store: IDBObjectStore, account: string): Promise<MirrorRow[]> =>
  promisifyRequest(store.getAll(all(account)) as IDBRequest<MirrorRow[]>);

const byOrder = (rows: MirrorRow[]): MirrorRow[] => rows.toSorted((a, b) => a.order - b.order);

/** All rows of an account, in the order of the queue. Rejects where nothing can be kept. */
export async function mirrored(account: string): Promise<MirrorRow[]> {
  return byOrder(await actions()('readonly', (store) => read(store, account)));
}

/** Makes the mirror equal to what is queued now; what is known of a row stays. True when something new came in. */
export function fillMirror(account: string, queued: readonly MirrorRow[]): Promise<boolean> {
  return change(async (store) => {
    const before = new Set((await read(store, account)).map(({ id }) => id));
    const wanted = new Set(queued.map(({ id }) => id));
    for (const id of before) if (!wanted.has(id)) store.delete(keyOf(account, id));
    const added = queued.filter(({ id }) => !before.has(id));
    for (const row of added) store.put(row, keyOf(account, row.id));
    return added.length > 0;
  });
}

/** Removes an action before it is taken back. False, and nothing done, when the worker has sent it already. */
export function withdraw(account: string, id: string): Promise<boolean> {
  return change(async (store) => {
    const row = await promisifyRequest(store.get(keyOf(account, id)) as IDBRequest<MirrorRow | undefined>);
    if (row?.asked || row?.sent) return false;
    store.delete(keyOf(account, id));
    return true;
  });
}

export function dropMirrored(account: string, ids?: readonly string[]): Promise<void> {
  return change(async (store) => {
    if (!ids) store.delete(all(account));
    else for (const id of ids) store.delete(keyOf(account, id));
  });
}

/**
 * Reads the rows, lets `choose` pick and change some, and keeps these, in one transaction: what the page withdraws at the same
 * moment is either not picked or found as asked.
 */
export function markMirrored(account: string, choose: (rows: MirrorRow[]) => MirrorRow[]): Promise<MirrorRow[]> {
  return change(async (store) => {
    const chosen = choose(byOrder(await read(store, account)));
    for (const row of chosen) store.put(row, keyOf(account, row.id));
    return chosen;
  });
}
