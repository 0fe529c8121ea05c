import { Consents, consentsTo, TERMS_VERSION } from '#contract/auth.ts';
import { writeKey } from '../device/kv.ts';
import { postProfile } from '../remote/profile.ts';
import { authClient } from '../session/auth-client.ts';
import { AUTH_KEY, withAuthLock } from '../session/auth-lock.ts';
import type { AuthFailure, AuthResult } from '../session/auth-result.ts';
import { sessionStore } from '../session/session.ts';
import { completeLogIn } from './log-in.ts';

/** What the auth server returns for a log-in. */
export interface NewSession {
  access_token: string;
  refresh_token: string;
  user: { id: string; email?: string | undefined; user_metadata?: unknown };
}

/** A log-in that is not stored on this device yet, because the member has to answer first. */
export interface PendingLogIn {
  email: string;
  /** The account has no profile, and gets one only with the consents. */
  needsConsents: boolean;
  /** Another account is logged in here, and still is. */
  isOther: boolean;
  giveConsents: () => Promise<AuthResult>;
  /** Call it after the log-out of the other account. */
  open: () => Promise<AuthResult>;
  /** Ends the new session. */
  decline: () => void;
}

export type Arrived = AuthResult<{ pending: PendingLogIn | null }>;

const noAnswer: AuthFailure = { ok: false, code: 'offline', message: 'The server did not answer.' };

/** Opens a new session on this device, unless questions come first. `mayReplace`: leaving another account here needs no question. */
export async function arrive(session: NewSession, mayReplace = false): Promise<Arrived> {
  const pending = await questionsOf(session);
  if (!pending) {
    endSession(session);
    return noAnswer;
  }
  if (pending.needsConsents || (pending.isOther && !mayReplace)) return { ok: true, pending };
  const opened = await pending.open();
  return opened.ok ? { ok: true, pending: null } : opened;
}

/** Null if the server did not answer. */
async function questionsOf(session: NewSession): Promise<PendingLogIn | null> {
  const { access_token: token, user } = session;
  const email = user.email ?? '';
  // The sign-up form stores the consents there. Members who came another way may have given them at an earlier log-in.
  const isKnown = Consents.safeParse(user.user_metadata).success;
  const profile = isKnown ? 'made' : await postProfile({ userId: user.id, email }, token);
  if (profile === 'failed') return null;
  const present = sessionStore.get();
  return {
    email,
    needsConsents: profile === 'consents',
    isOther: present.kind === 'member' && present.userId !== user.id,
    async giveConsents() {
      const made = await postProfile({ userId: user.id, email }, token, consentsTo(TERMS_VERSION));
      return made === 'made' ? { ok: true } : noAnswer;
    },
    async open() {
      // In the auth client's own format, which it reads at its next call.
      await withAuthLock(() => writeKey(AUTH_KEY, JSON.stringify(session)));
      await completeLogIn(user);
      return { ok: true };
    },
    decline: () => endSession(session),
  };
}

function endSession({ access_token: token }: NewSession): void {
  void authClient()
    .admin.signOut(token, 'local')
    .catch(() => {});
}
