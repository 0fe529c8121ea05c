import { readKey, removeKey, writeKey } from '../device/kv.ts';

/** What page and service worker share about push on this device. */
export interface StoredPush {
  /** The member that turned it on. */
  account: string;
  /** The server's key that the subscription was made with. */
  publicKey: string;
}

const PUSH_KEY = 'push';
const ACTIONS_KEY = 'push-actions';

export const readPush = (): Promise<StoredPush | undefined> => readKey<StoredPush>(PUSH_KEY);
export const writePush = (push: StoredPush): Promise<boolean> => writeKey(PUSH_KEY, push);
/** Ends push for this device. What was done in its notifications stays: a reply is text that the member wrote. */
export const removePush = (): Promise<void> => removeKey(PUSH_KEY);

/** What a member did in a notification and the server does not have yet. */
export interface PushAction {
  /** Also the id of the action and of its message. */
  id: string;
  account: string;
  type: 'reply' | 'read' | 'accept';
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
async function changePushActions(change: (actions: PushAction[]) => PushAction[]): Promise<PushAction[]> {
  const work = async () => {
    const changed = change((await readKey<PushAction[]>(ACTIONS_KEY)) ?? []);
    await writeKey(ACTIONS_KEY, changed);
    return changed;
  };
  return navigator.locks ? navigator.locks.request('rangeday-push-actions', work) : work();
}

export const addPushAction = (action: PushAction): Promise<unknown> =>
  changePushActions((actions) => [...actions, action]);
export const removePushAction = (id: string): Promise<unknown> =>
  changePushActions((actions) => actions.filter((action) => action.id !== id));
export const markPushAction = (id: string, marks: Pick<PushAction, 'attempted' | 'left'>): Promise<unknown> =>
  changePushActions((actions) => actions.map((action) => (action.id === id ? { ...action, ...marks } : action)));
/** For a log-out that leaves nothing. */
export const removePushActions = (account: string): Promise<unknown> =>
  changePushActions((actions) => actions.filter((action) => action.account !== account));
/** In the order in which the member did them. */
export const readPushActions = async (account: string): Promise<PushAction[]> =>
  ((await readKey<PushAction[]>(ACTIONS_KEY)) ?? []).filter((action) => action.account === account);
/** Whether it is still to be done. */
export const hasPushAction = async (account: string, id: string): Promise<boolean> =>
  (await readPushActions(account)).some((action) => action.id === id);

const LOCK_TIMEOUT_MS = 90_000;

/** Runs `work` alone among tabs and worker, so that none sends what another is sending. Rejects after a long wait. */
export async function withPushActions<T>(account: string, work: (actions: PushAction[]) => Promise<T>): Promise<T> {
  const run = async () => work(await readPushActions(account));
  if (!navigator.locks) return run();
  return navigator.locks.request(
    `rangeday-send-push-actions:${account}`,
    { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) },
    run,
  );
}
