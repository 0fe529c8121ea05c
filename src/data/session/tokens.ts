import { accountOf, sessionStore } from './session.ts';
import { updateSyncState } from '../connection/status-store.ts';
import { authClient, dropAuth } from './auth-client.ts';
import { withAuthLock } from './auth-lock.ts';

/** The auth server did not answer; the session may still be valid. */
export class AuthUnreachable extends Error {
  override name = 'AuthUnreachable';
}

/** The server ended the session. The queue stays until the owner's next log-in. */
export class SignInNeeded extends Error {
  override name = 'SignInNeeded';
}

/** The last token returned, by member: tells whether a rejected one is still the stored one. */
const returned = new Map<string, string>();

/**
 * A valid access token of this member and no other. `fresh` refreshes it even if it looks valid, since the device's clock may be
 * wrong, unless another tab or the worker has done so in the meantime.
 */
export function memberToken(userId: string, fresh: boolean): Promise<string> {
  return withAuthLock(async () => {
    const client = authClient();
    const stored = await client.getSession();
    const rejected = fresh && stored.data.session?.access_token === returned.get(userId);
    const { data, error } = rejected ? await client.refreshSession() : stored;
    const session = data.session;
    if (session && session.user.id === userId) {
      returned.set(userId, session.access_token);
      updateSyncState({ signInNeeded: false });
      return session.access_token;
    }
    // Without a status, or with a server error, the session may still be valid.
    const status = error?.status ?? 0;
    if (error && error.name !== 'AuthSessionMissingError' && (status === 0 || status === 429 || status >= 500)) {
      throw new AuthUnreachable(error.message);
    }
    // The client keeps a session whose refresh was refused until its access token expires. The server has refused that token already, and
    // the next page must know.
    if (rejected) await dropAuth();
    // While the previous member's queue is being closed, another may have signed in, who is not concerned.
    if (accountOf(sessionStore.get()) === userId) updateSyncState({ signInNeeded: true });
    throw new SignInNeeded('The session has ended.');
  });
}

/** The signed-in member's token if one is available. For calls that guests may make too, and that must not fail without it. */
export async function memberTokenIfAny(): Promise<string | undefined> {
  const session = sessionStore.get();
  if (session.kind === 'guest') return undefined;
  return memberToken(session.userId, false).catch(() => undefined);
}
