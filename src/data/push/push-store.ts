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
/** Ends push for this device; also what its notifications still have to do. */
export const removePush = (): Promise<unknown> => Promise.all([removeKey(PUSH_KEY), removeKey(DEEDS_KEY)]);

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
  /** Sent without an answer: the server may have it, so it is sent again under the same id. */
  attempted?: boolean;
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
export const markAttempted = (id: string, attempted: boolean): Promise<unknown> =>
  changeDeeds((deeds) => deeds.map((deed) => (deed.id === id ? { ...deed, attempted } : deed)));
export const readDeeds = async (account: string): Promise<PushDeed[]> =>
  ((await readKey<PushDeed[]>(DEEDS_KEY)) ?? []).filter((deed) => deed.account === account);
