import { createStore, type Store } from '#lib/store.ts';
import { removeKey, SESSION_KEY, writeKey } from '../device/kv.ts';

/** The account that uses this device. It outlives an expired token: offline is not signed out. */
export type Session = { kind: 'guest' } | Member;

export interface Member {
  kind: 'member';
  userId: string;
  email: string;
  /** Null until the profile has synced once. */
  username: string | null;
}

export const GUEST: Session = { kind: 'guest' };

const current = createStore<Session>(GUEST);

export const sessionStore: Store<Session> = current;

/** Names the account's database, snapshot and drafts. */
export const accountOf = (session: Session): string => (session.kind === 'member' ? session.userId : 'guest');

/** Validates a stored session; anything malformed is GUEST. */
export function readSession(value: unknown): Session {
  const found = value as Partial<Member> | undefined;
  if (found?.kind !== 'member' || typeof found.userId !== 'string' || found.userId === '') return GUEST;
  return { kind: 'member', userId: found.userId, email: found.email ?? '', username: found.username ?? null };
}

/** Sets the session of this tab only; `adoptAndStore` and `forgetSession` also store it and tell other tabs. */
export const adoptSession = (session: Session): void => current.set(session);

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rangeday-session');
if (otherTabs) {
  // An open channel keeps Node's test process running; only Node has `unref`.
  (otherTabs as unknown as { unref?: () => void }).unref?.();
  otherTabs.onmessage = (event) => current.set(readSession(event.data));
}

/** Makes other tabs close this account's database, so that its file can be deleted. */
export const announceLogOut = (): void => otherTabs?.postMessage(GUEST);

export async function adoptAndStore(session: Member): Promise<void> {
  await writeKey(SESSION_KEY, session);
  current.set(session);
  otherTabs?.postMessage(session);
}

export async function forgetSession(): Promise<void> {
  await removeKey(SESSION_KEY);
  current.set(GUEST);
  otherTabs?.postMessage(GUEST);
}

/** Stores the synced username for the next cold start. */
export async function rememberUsername(username: string): Promise<void> {
  const session = current.get();
  if (session.kind === 'member' && session.username !== username) await adoptAndStore({ ...session, username });
}
