import { createStore, type Store } from '#lib/store.ts';
import { removeKey, SESSION_KEY, writeKey } from '../device/kv.ts';

/** Who uses this device now. It outlives an expired token: being offline is not signing out. */
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

/** A kept session, or GUEST for anything that does not look like one. */
export function readSession(value: unknown): Session {
  const found = value as Partial<Member> | undefined;
  if (found?.kind !== 'member' || typeof found.userId !== 'string' || found.userId === '') return GUEST;
  return { kind: 'member', userId: found.userId, email: found.email ?? '', username: found.username ?? null };
}

/** Tells this tab only; `keepSession` and `forgetSession` also tell the device. */
export const adoptSession = (session: Session): void => current.set(session);

const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rangeday-session');
if (others) {
  // Node's test process must be able to end.
  (others as unknown as { unref?: () => void }).unref?.();
  others.onmessage = (event) => current.set(readSession(event.data));
}

/** The account leaves this device: other tabs let go of its database now, so that its file can be deleted. */
export const announceLeaving = (): void => others?.postMessage(GUEST);

export async function keepSession(session: Member): Promise<void> {
  await writeKey(SESSION_KEY, session);
  current.set(session);
  others?.postMessage(session);
}

export async function forgetSession(): Promise<void> {
  await removeKey(SESSION_KEY);
  current.set(GUEST);
  others?.postMessage(GUEST);
}

/** Keeps the name that the replica gave, for the next cold start. */
export async function rememberUsername(username: string): Promise<void> {
  const session = current.get();
  if (session.kind === 'member' && session.username !== username) await keepSession({ ...session, username });
}

/** The session as kept on this device. */
export async function loadSession(): Promise<Session> {
  const { boot } = await import('../first-screen/boot.ts');
  return (await boot()).session;
}
