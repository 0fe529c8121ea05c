import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Action, StoredAction } from './action.ts';

/**
 * A copy of the queue outside SQLite: the service worker, which cannot open SQLite, sends what is written or ends a
 * friendship in it, and it survives a damaged or cleared database. The queue stays authoritative: the page keeps the
 * copy equal to it, the worker only sends from it. The action ids make it harmless that both may send.
 */
export interface CopiedAction extends Action {
  account: string;
  /** Increases with the order of the queue. */
  position: number;
  /** QUEUE_VERSION of the release that wrote it. */
  version: number;
  /** Sent by the worker without a result: the server may have it. */
  attempted?: boolean;
  /** The server has it. The page sends it again and gets 'duplicate'. */
  sent?: boolean;
  /** Rejected: left to the page, which gets the same result and shows it. */
  left?: boolean;
  /** Left by a log-out for the member's next log-in here, in this state. Nothing sends or removes it before. */
  kept?: Omit<StoredAction, keyof Action | 'sent_at' | 'discard_at'> & { waits_for: number | null };
}

let opened: UseStore | undefined;
const actions = (): UseStore => (opened ??= createStore('rangeday-outbox', 'actions'));

const keyOf = (account: string, action_id: string): IDBValidKey => [account, action_id];
const all = (account: string): IDBKeyRange => IDBKeyRange.bound([account], [account, []]);

async function change<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  return actions()('readwrite', async (store) => {
    const done = promisifyRequest(store.transaction);
    const result = await work(store);
    await done;
    return result;
  });
}

const read = (store: IDBObjectStore, account: string): Promise<CopiedAction[]> =>
  promisifyRequest(store.getAll(all(account)) as IDBRequest<CopiedAction[]>);

const inOrder = (rows: CopiedAction[]): CopiedAction[] => rows.toSorted((a, b) => a.position - b.position);

/** The copied actions of an account, in the order of the queue. Rejects where IndexedDB is unavailable. */
export async function readCopy(account: string): Promise<CopiedAction[]> {
  return inOrder(await actions()('readonly', (store) => read(store, account)));
}

/** Makes the copy equal to the queue; marks on known actions stay. True if an action was added. */
export function updateCopy(account: string, queued: readonly CopiedAction[]): Promise<boolean> {
  return change(async (store) => {
    const rows = await read(store, account);
    const before = new Set(rows.map(({ action_id }) => action_id));
    const wanted = new Set(queued.map(({ action_id }) => action_id));
    for (const { action_id: id, kept } of rows) if (!kept && !wanted.has(id)) store.delete(keyOf(account, id));
    const added = queued.filter(({ action_id }) => !before.has(action_id));
    for (const action of added) store.put(action, keyOf(account, action.action_id));
    return added.length > 0;
  });
}

/** Removes one action before it is changed or cancelled. False, and nothing done, if the worker has sent it. */
export function cancelInCopy(account: string, action_id: string): Promise<boolean> {
  return change(async (store) => {
    const key = keyOf(account, action_id);
    const action = await promisifyRequest(store.get(key) as IDBRequest<CopiedAction | undefined>);
    if (action?.attempted || action?.sent) return false;
    store.delete(key);
    return true;
  });
}

/** Removes these actions, or all of the account but what a log-out has kept. */
export function removeFromCopy(account: string, ids?: readonly string[]): Promise<void> {
  return change(async (store) => {
    const removed = ids ?? (await read(store, account)).flatMap(({ action_id, kept }) => (kept ? [] : [action_id]));
    for (const id of removed) store.delete(keyOf(account, id));
  });
}

/** Removes all actions of the account. */
export const dropCopy = (account: string): Promise<void> => change(async (store) => void store.delete(all(account)));

/**
 * Reads the actions, stores those that `choose` returns, in one transaction: an action that the page cancels at the
 * same moment is either not chosen or found as attempted.
 */
export function changeCopy(account: string, choose: (rows: CopiedAction[]) => CopiedAction[]): Promise<CopiedAction[]> {
  return change(async (store) => {
    const chosen = choose(inOrder(await read(store, account)));
    for (const action of chosen) store.put(action, keyOf(account, action.action_id));
    return chosen;
  });
}
