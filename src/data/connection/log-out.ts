import { within } from '#lib/within.ts';
import type { Tokens } from '../http/with-token.ts';
import type { AuthFailure } from '../session/auth-result.ts';
import { dropAuth } from '../session/auth-lock.ts';
import { endOnServer } from '../session/own-account.ts';
import { announceLogOut, forgetSession, sessionStore } from '../session/session.ts';
import { takeTokens } from '../session/stored-token.ts';
import { dropSnapshot } from '../first-screen/snapshot.ts';
import { replicaStore } from '../replica/replica.ts';
import { storeQueue } from '../outbox/restore-queue.ts';
import { readPush } from '../push/push-store.ts';
import { forgetSubscription } from '../push/subscription.ts';
import { clearAccount, clearDevice, clearPictures } from './clear-device.ts';
import { countUnsent, type Unsent } from './count-unsent.ts';
import { closeReplica } from './lifecycle.ts';

const SIGN_OUT_PATIENCE_MS = 3000;

/** Tells the server that the session has ended here, and where it need not push any more. */
async function tellServer(tokens: Tokens, endpoint: string | undefined): Promise<void> {
  // It may have ended before: without a token these would be calls of a guest.
  if ((await tokens().catch(() => null)) === null) return;
  if (endpoint) await forgetSubscription(endpoint, tokens).catch(() => {});
  await endOnServer(tokens).catch(() => {});
}

async function pushEndpoint(): Promise<string | undefined> {
  if (!(await readPush())) return undefined;
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription())?.endpoint;
}

/**
 * `ask` fails with 'unsent' if anything would be left; `later` keeps that for this member's next log-in; `discard`
 * deletes it.
 */
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
  const isDiscarded = mode === 'discard';
  const tokens = await takeTokens(userId);
  const endpoint = await pushEndpoint().catch(() => undefined);
  // At the same time: on a weak network the answer takes as long as everything else.
  const told = within(SIGN_OUT_PATIENCE_MS, tellServer(tokens, endpoint));
  await leaveDevice(userId, { keepsUnsent: isAny && !isDiscarded, mayWipe: isKnown || isDiscarded });
  // Not after the answer: the next start of an app that is closed meanwhile would log the member in again.
  await dropAuth();
  // Again: the screens of this account were shown until now.
  await dropSnapshot(userId);
  await forgetSession();
  // Only now does the worker store no more of them.
  await clearPictures().catch(() => {});
  await told;
  return { ok: true };
}

/** For a log-in while another member is still logged in here: what they did not send waits for their next log-in. */
export const leaveForOther = (previous: string): Promise<void> =>
  leaveDevice(previous, { keepsUnsent: true, mayWipe: false });

/**
 * Deletes what this device has of a member; with `keepsUnsent` all but what waits to be sent. `mayWipe`: also a
 * database that could not be read, which may have unsent work.
 */
async function leaveDevice(
  userId: string,
  { keepsUnsent, mayWipe }: { keepsUnsent: boolean; mayWipe: boolean },
): Promise<void> {
  const replica = replicaStore.get();
  const isKept = keepsUnsent && replica?.account === userId && (await storeQueue(replica).catch(() => false));
  const wipe = keepsUnsent ? isKept : mayWipe;
  announceLogOut();
  await closeReplica({ wipe, account: userId });
  await clearDevice();
  // After the database: a tab that was closing may have written its copy of the queue until now.
  if (wipe) await clearAccount(userId, keepsUnsent);
  await dropSnapshot(userId);
}
