import type { AuthErrorCode } from '#contract/errors.ts';
import { HIDDEN_KINDS } from '#contract/outbox.ts';
import { within } from '#lib/within.ts';
import { countDrafts } from '../drafts/drafts.ts';
import { mirrored } from '../outbox/queue-copy-store.ts';
import { dropAccount, leaveDevice } from './clear-device.ts';
import { authClient, dropAuth } from './auth-client.ts';
import { ensureProfile } from './ensure-profile.ts';
import { openedReplica, replicaStore } from '../replica/replica.ts';
import { announceLeaving, forgetSession, keepSession, type Member, sessionStore } from './session.ts';
import { dropSnapshot } from '../first-screen/snapshot.ts';
import { updateSyncState } from '../connection/status-store.ts';

export type AuthFailure = { ok: false; code: AuthErrorCode; message: string; unsent?: Unsent };
export type AuthResult<T = unknown> = ({ ok: true } & T) | AuthFailure;

interface RemoteError {
  name?: string;
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}

const CODES: Record<string, AuthErrorCode> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  weak_password: 'weak_password',
  same_password: 'same_password',
  user_already_exists: 'email_taken',
  email_exists: 'email_taken',
  otp_expired: 'link_expired',
  user_banned: 'banned',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  session_not_found: 'session_missing',
  email_address_invalid: 'invalid_input',
  validation_failed: 'invalid_input',
};

/** The provider's own sentence goes along: the specification shows it where it has no text of its own. */
export function toFailure(error: RemoteError): AuthFailure {
  const { message, status = 0, code } = error;
  if (error.name === 'AuthSessionMissingError') return { ok: false, code: 'session_missing', message };
  const known = code ? CODES[code] : undefined;
  if (known) return { ok: false, code: known, message };
  if (status === 429) return { ok: false, code: 'rate_limited', message };
  // No status: no answer. 5xx and pages that are not JSON: somebody in between.
  if (status === 0 || status >= 500 || error.name === 'AuthRetryableFetchError' || error.name === 'AuthUnknownError') {
    return { ok: false, code: 'offline', message };
  }
  return { ok: false, code: 'unknown', message };
}

/** Runs a call of the auth client; whatever it throws becomes a failure. */
export async function attempt<R extends { data: unknown; error: RemoteError | null }>(
  call: () => Promise<R>,
): Promise<AuthResult<{ data: R['data'] }>> {
  try {
    const { data, error } = await call();
    return error ? toFailure(error) : { ok: true, data };
  } catch (error) {
    return { ok: false, code: 'offline', message: error instanceof Error ? error.message : String(error) };
  }
}

/** After any sign-in: the device belongs to this member; the profile is made in the background. */
export async function welcome(user: { id: string; email?: string | undefined }): Promise<void> {
  const before = sessionStore.get();
  const username = before.kind === 'member' && before.userId === user.id ? before.username : null;
  const member: Member = { kind: 'member', userId: user.id, email: user.email ?? '', username };
  await keepSession(member);
  updateSyncState({ signInNeeded: false });
  // The same member again, after the server had refused the old session: what waited can go.
  replicaStore.get()?.hurry();
  void ensureProfile(member);
}

const SIGN_OUT_PATIENCE_MS = 3000;

/** Ends the session on the server if it answers, and here in any case. */
async function endSession(): Promise<void> {
  const ended = authClient()
    .signOut({ scope: 'local' })
    .catch(() => {});
  await within(SIGN_OUT_PATIENCE_MS, ended);
  await dropAuth();
}

/** What would be lost, or stay behind, with a log-out now. */
export interface Unsent {
  /** By kind of the outbox, in the order in which they were written. */
  kinds: [kind: string, count: number][];
  drafts: number;
}

/** Who wants to leave waits no longer than this for a database that another tab may hold. */
const OPEN_PATIENCE_MS = 10_000;

/**
 * By kind. Opens the database where it is not open: what has not been looked at may hold unsent work. Null where it cannot be read.
 */
async function readUnsent(userId: string): Promise<{ kind: string; count: number }[] | null> {
  const replica = await openedReplica();
  if (replica?.account !== userId) return null;
  const { isWorkerSilent, leaveWorker } = await import('../connection/lifecycle.ts');
  const rows = replica.db
    .getAll<{ kind: string; count: number }>(
      `SELECT kind, count(*) AS count FROM outbox WHERE state <> 'sent' GROUP BY kind ORDER BY min(created_at)`,
    )
    .catch(() => null);
  // Neither says a word: the worker has frozen with the database in its hand.
  const silence = isWorkerSilent(replica).then(async (isSilent) => (isSilent ? ('silence' as const) : rows));
  const first = await Promise.race([rows, silence]);
  if (first !== 'silence') return first;
  await leaveWorker();
  return readUnsent(userId);
}

async function countUnsent(userId: string): Promise<{ unsent: Unsent; isKnown: boolean }> {
  const drafts = await countDrafts(userId);
  const rows = await within(OPEN_PATIENCE_MS, readUnsent(userId));
  if (!rows) {
    // Another tab may hold the file; the mirror of it for the service worker can be read anyway.
    const waiting = await mirrored(userId).catch(() => []);
    const kinds: Unsent['kinds'] = waiting.length > 0 ? [['entry', waiting.length]] : [];
    return { unsent: { kinds, drafts }, isKnown: false };
  }
  const shown = rows.filter(({ kind }) => !HIDDEN_KINDS.includes(kind));
  return { unsent: { kinds: shown.map(({ kind, count }) => [kind, count]), drafts }, isKnown: true };
}

/** `ask` fails with 'unsent' where something would be left; `later` keeps it for the same member's next log-in; `discard` deletes it. */
export type LeaveHow = 'ask' | 'later' | 'discard';

/** Log-out, also without a network. See logOut in features/auth. */
export async function leave(how: LeaveHow): Promise<AuthResult> {
  const session = sessionStore.get();
  if (session.kind === 'guest') return { ok: true };
  const { userId } = session;
  const { unsent, isKnown } = await countUnsent(userId);
  const isAny = unsent.kinds.length > 0 || unsent.drafts > 0;
  if (isAny && how === 'ask') return { ok: false, code: 'unsent', message: 'Not everything was sent.', unsent };
  // A database that could not be read is left alone, unless the member has said that nothing is to be kept.
  const wipe = how === 'discard' || (!isAny && isKnown);
  const { closeReplica } = await import('../connection/lifecycle.ts');
  announceLeaving();
  await closeReplica({ wipe, account: userId });
  await Promise.all([endSession(), leaveDevice()]);
  // After the database: a tab that was closing may have written its copy of the queue until then.
  if (wipe) await dropAccount(userId);
  await dropSnapshot(userId);
  await forgetSession();
  return { ok: true };
}
