import { readKey, removeKey, writeKey } from '../device/kv.ts';

/** What page and service worker share about push on this device. */
export interface StoredPush {
  /** The member that turned it on. */
  account: string;
  /** The server's key that the subscription was made with. */
  publicKey: string;
}

const PUSH_KEY = 'push';
const DEEDS_KEY = 'push-deeds';

export const readPush = (): Promise<StoredPush | undefined> => readKey<StoredPush>(PUSH_KEY);
export const writePush = (push: StoredPush): Promise<boolean> => writeKey(PUSH_KEY, push);
/** Ends push for this device. What was done in its notifications stays: a reply is text that the member wrote. */
export const removePush = (): Promise<void> => removeKey(PUSH_KEY);

/** What a member did in a notification and the server does not have yet. */
export interface PushDeed {
  /** Also the id of the action and of its message. */
  id: string;
  account: string;
  deed: 'reply' | 'read' | 'accept';
  /** The kind of the notification. */
  kind: string;
  /** The other member. */
  from: string | null;
  /** The notification or message. */
  about: string;
  /** The post of a comment or mention: comments on one post are one notification. */
  post: string | null;
  text: string;
  created_at: string;
  /** It was sent, and no answer came: the server may have it. */
  attempted?: boolean;
  /** The server refused it. The page puts it into the outbox, which shows the reason. */
  left?: boolean;
}

/** Reads the list, stores what `change` returns, as the only one among worker and tabs. */
async function changeDeeds(change: (deeds: PushDeed[]) => PushDeed[]): Promise<PushDeed[]> {
  const work = async () => {
    const changed = change((await readKey<PushDeed[]>(DEEDS_KEY)) ?? []);
    await writeKey(DEEDS_KEY, changed);
    return changed;
  };
  return navigator.locks ? navigator.locks.request('rangeday-push-deeds', work) : work();
}

export const addDeed = (deed: PushDeed): Promise<unknown> => changeDeeds((deeds) => [...deeds, deed]);
export const dropDeed = (id: string): Promise<unknown> =>
  changeDeeds((deeds) => deeds.filter((deed) => deed.id !== id));
export const markDeed = (id: string, marks: Pick<PushDeed, 'attempted' | 'left'>): Promise<unknown> =>
  changeDeeds((deeds) => deeds.map((deed) => (deed.id === id ? { ...deed, ...marks } : deed)));
/** For a log-out that leaves nothing. */
export const dropDeeds = (account: string): Promise<unknown> =>
  changeDeeds((deeds) => deeds.filter((deed) => deed.account !== account));
/** In the order in which the member did them. */
export const readDeeds = async (account: string): Promise<PushDeed[]> =>
  ((await readKey<PushDeed[]>(DEEDS_KEY)) ?? []).filter((deed) => deed.account === account);
/** Whether it is still to be done. */
export const hasDeed = async (account: string, id: string): Promise<boolean> =>
  (await readDeeds(account)).some((deed) => deed.id === id);

const LOCK_TIMEOUT_MS = 90_000;

/**
 * Runs `work` with the account's list as the only one among tabs and worker: none may send what another one is sending. Rejects if
 * another one holds the list for very long.
 */
export async function withDeeds<T>(account: string, work: (deeds: PushDeed[]) => Promise<T>): Promise<T> {
  const run = async () => work(await readDeeds(account));
  if (!navigator.locks) return run();
  return navigator.locks.request(`rangeday-deeds:${account}`, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, run);
}
