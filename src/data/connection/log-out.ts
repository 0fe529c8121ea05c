import { within } from '#lib/within.ts';
import type { AuthFailure } from '../session/auth-result.ts';
import { authClient, dropAuth } from '../session/auth-client.ts';
import { announceLogOut, forgetSession, sessionStore } from '../session/session.ts';
import { dropSnapshot } from '../first-screen/snapshot.ts';
import { clearAccount, clearDevice } from './clear-device.ts';
import { countUnsent, type Unsent } from './count-unsent.ts';
import { closeReplica } from './lifecycle.ts';

const SIGN_OUT_PATIENCE_MS = 3000;

/** Ends the session on the server if it answers, and on this device in any case. */
async function endSession(): Promise<void> {
  const ended = authClient()
    .signOut({ scope: 'local' })
    .catch(() => {});
  await within(SIGN_OUT_PATIENCE_MS, ended);
  await dropAuth();
}

/** `ask` fails with 'unsent' if anything would be left; `later` keeps it for this member's next log-in; `discard` deletes it. */
export type LogOutMode = 'ask' | 'later' | 'discard';
export type LogOutResult = { ok: true } | (AuthFailure & { unsent?: Unsent });

/** Also works without a network. */
export async function logOut(mode: LogOutMode): Promise<LogOutResult> {
  const session = sessionStore.get();
  if (session.kind === 'guest') return { ok: true };
  const { userId } = session;
  const { unsent, isKnown } = await countUnsent(userId);
  const isAny = unsent.kinds.length > 0 || unsent.drafts > 0;
  if (isAny && mode === 'ask') return { ok: false, code: 'unsent', message: 'Not everything was sent.', unsent };
  // A database that could not be read is kept, unless the member asked to discard everything.
  const wipe = mode === 'discard' || (!isAny && isKnown);
  announceLogOut();
  await closeReplica({ wipe, account: userId });
  await Promise.all([endSession(), clearDevice()]);
  // After the database: a tab that was closing may have written its copy of the queue until now.
  if (wipe) await clearAccount(userId);
  await dropSnapshot(userId);
  await forgetSession();
  return { ok: true };
}
