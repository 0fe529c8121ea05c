import { Consents, consentsTo, TERMS_VERSION } from '#contract/auth.ts';
import { updateSyncState } from '../device/sync-state.ts';
import { ensureProfile, postProfile } from '../remote/profile.ts';
import { replicaStore } from '../replica/replica.ts';
import { withAuthLock } from '../session/auth-lock.ts';
import type { AuthFailure, AuthResult } from '../session/auth-result.ts';
import { endOnServer } from '../session/own-account.ts';
import { adoptAndStore, type Member, sessionStore } from '../session/session.ts';
import { storeSession } from '../session/stored-token.ts';
import { clearPictures } from './clear-device.ts';
import { leaveForOther } from './log-out.ts';

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
  decline: () => void;
}

export type Arrived = AuthResult<{ pending: PendingLogIn | null }>;

/** Opens a new session here, unless questions come first. `mayReplace`: leaving another account needs none. */
export async function arrive(session: NewSession, mayReplace = false): Promise<Arrived> {
  const pending = await questionsOf(session);
  if ('ok' in pending) {
    endSession(session);
    return pending;
  }
  if (pending.needsConsents || (pending.isOther && !mayReplace)) return { ok: true, pending };
  const opened = await pending.open();
  return opened.ok ? { ok: true, pending: null } : opened;
}

async function questionsOf(session: NewSession): Promise<PendingLogIn | AuthFailure> {
  const { access_token: token, user } = session;
  const email = user.email ?? '';
  // The sign-up form stores the consents there. Members who came another way may have given them at an earlier log-in.
  const isKnown = Consents.safeParse(user.user_metadata).success;
  const profile = isKnown ? 'made' : await postProfile({ userId: user.id, email }, async () => token);
  if (typeof profile === 'object') return profile;
  const present = sessionStore.get();
  return {
    email,
    needsConsents: profile === 'consents',
    isOther: present.kind === 'member' && present.userId !== user.id,
    async giveConsents() {
      const made = await postProfile({ userId: user.id, email }, async () => token, consentsTo(TERMS_VERSION));
      if (typeof made === 'object') return made;
      return made === 'made' ? { ok: true } : { ok: false, code: 'unknown', message: '' };
    },
    async open() {
      await withAuthLock(() => storeSession(session));
      await completeLogIn(user);
      return { ok: true };
    },
    decline: () => endSession(session),
  };
}

function endSession({ access_token: token }: NewSession): void {
  void endOnServer(async () => token).catch(() => {});
}

/** After any successful sign-in: keeps the session and creates the profile in the background. */
async function completeLogIn(user: { id: string; email?: string | undefined }): Promise<void> {
  const before = sessionStore.get();
  const isOther = before.kind === 'member' && before.userId !== user.id;
  if (isOther) await leaveForOther(before.userId);
  const username = before.kind === 'member' && before.userId === user.id ? before.username : null;
  const member: Member = { kind: 'member', userId: user.id, email: user.email ?? '', username };
  await adoptAndStore(member);
  // Again: only now does the worker store no more of the other member's.
  if (isOther) await clearPictures().catch(() => {});
  updateSyncState({ signInNeeded: false });
  // The same member may have logged in again after the server ended the session: send what was waiting.
  replicaStore.get()?.flush();
  // The server rejects writes and the member's stream until the profile exists. Both can start now.
  void ensureProfile(member).then((isNew) => isNew && replicaStore.get()?.flush());
}
