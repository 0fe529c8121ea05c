import { accountOf, sessionStore } from './session.ts';
import { updateSyncState } from '../device/sync-state.ts';
import { dropAuth, withAuthLock } from './auth-lock.ts';
import { claimsOf } from './claims.ts';
import { findToken } from './stored-token.ts';

/** The auth server did not answer; the session may still be valid. */
export class AuthUnreachable extends Error {
  override name = 'AuthUnreachable';
}

/** The auth server answered, but with an error of its own; the session may still be valid. */
export class AuthFailing extends Error {
  override name = 'AuthFailing';
}

/** The server ended the session. The queue stays until the owner's next log-in. */
export class SignInNeeded extends Error {
  override name = 'SignInNeeded';
}

/** A valid access token of this member only. `refused`: the one that the server did not accept. Throws without one. */
export function memberToken(userId: string, refused?: string): Promise<string> {
  return withAuthLock(async () => {
    const found = await findToken(userId, refused);
    if (found.kind === 'token') {
      updateSyncState({ signInNeeded: false });
      return found.token;
    }
    if (found.kind === 'unreachable') throw new AuthUnreachable(found.message);
    if (found.kind === 'failing') throw new AuthFailing(found.message);
    // The next page must know.
    if (found.kind === 'ended') await dropAuth();
    // While the previous member's queue is being closed, another may have signed in, who is not concerned.
    if (accountOf(sessionStore.get()) === userId) updateSyncState({ signInNeeded: true });
    throw new SignInNeeded(found.message);
  });
}

/**
 * The member's token, or null, for calls that guests may make too. A refused one of an earlier member is not replaced.
 */
export async function memberTokenIfAny(refused?: string): Promise<string | null> {
  const session = sessionStore.get();
  if (session.kind === 'guest' || (refused !== undefined && claimsOf(refused)['sub'] !== session.userId)) return null;
  return memberToken(session.userId, refused).catch(() => null);
}
