import { accountOf, sessionStore } from './session.ts';
import { updateSyncState } from '../connection/status-store.ts';
import { authClient } from './auth-client.ts';
import { withAuthLock } from './auth-lock.ts';

/** The network or the auth server did not answer; nothing is known about the session. */
export class AuthUnreachable extends Error {
  override name = 'AuthUnreachable';
}

/** The server refused the session. The queue stays, for the owner's next log-in. */
export class SignInNeeded extends Error {
  override name = 'SignInNeeded';
}

/** The token handed out last, by member: whether a refused one is still the stored one. */
const given = new Map<string, string>();

/**
 * A valid access token of this member and no other. `fresh` trades the refresh token for a new one even if the old looks valid
 * (the device's clock may be wrong), unless another tab or the worker has done so in the meantime.
 */
export function memberToken(userId: string, fresh: boolean): Promise<string> {
  return withAuthLock(async () => {
    const client = authClient();
    const stored = await client.getSession();
    const refused = fresh && stored.data.session?.access_token === given.get(userId);
    const { data, error } = refused ? await client.refreshSession() : stored;
    const session = data.session;
    if (session && session.user.id === userId) {
      given.set(userId, session.access_token);
      updateSyncState({ signInNeeded: false });
      return session.access_token;
    }
    // No status, or one of the server's own troubles: the session may still be good.
    const status = error?.status ?? 0;
    if (error && error.name !== 'AuthSessionMissingError' && (status === 0 || status === 429 || status >= 500)) {
      throw new AuthUnreachable(error.message);
    }
    // Another member may have signed in while the last one's queue was being closed: that is no matter of theirs.
    if (accountOf(sessionStore.get()) === userId) updateSyncState({ signInNeeded: true });
    throw new SignInNeeded('The session has ended.');
  });
}
