import { autoUsername, type Consents } from '#contract/auth.ts';
import { backoffMs } from '#lib/backoff.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { callFunction } from './functions.ts';
import type { Tokens } from '../http/with-token.ts';
import { type AuthFailure, errorOf, toFailure } from '../session/auth-result.ts';
import { memberToken } from '../session/tokens.ts';
import { type Member, sessionStore } from '../session/session.ts';

/** The server's status for a member without consents. */
const CONSENTS_MISSING = 428;

/** Set once the server has created this member's profile. */
export const profileMadeKey = (userId: string): string => `profile-made:${userId}`;
const isMade = (userId: string) => readKey<boolean>(profileMadeKey(userId)).catch(() => undefined);
const running = new Set<string>();

const isCurrent = (userId: string): boolean => {
  const session = sessionStore.get();
  return session.kind === 'member' && session.userId === userId;
};

/** Has the server create profile and first friendship, with retries. True: created by this call. */
export async function ensureProfile({ userId, email }: Member): Promise<boolean> {
  if (running.has(userId) || (await isMade(userId))) return false;
  running.add(userId);
  try {
    for (let attempt = 1; isCurrent(userId); attempt += 1) {
      if (await createProfile(userId, email)) {
        await writeKey(profileMadeKey(userId), true);
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt)));
    }
    return false;
  } finally {
    running.delete(userId);
  }
}

/** The profile does not exist yet, and the server could not be reached. */
export class ProfileMissing extends Error {
  override name = 'ProfileMissing';
}

/** The server refuses writes without a profile, so a post written right after sign-up waits here. */
export async function requireProfile({ userId, email }: Member): Promise<void> {
  if (await isMade(userId)) return;
  if (!(await createProfile(userId, email))) throw new ProfileMissing('The profile is not made yet.');
  await writeKey(profileMadeKey(userId), true);
}

async function createProfile(userId: string, email: string): Promise<boolean> {
  try {
    // Before the call: without one it would be a guest's.
    await memberToken(userId);
    return (await postProfile({ userId, email }, (refused) => memberToken(userId, refused))) === 'made';
  } catch {
    return false;
  }
}

/** Has the server create the profile of the member of these tokens. 'consents': it does so only with these. */
export async function postProfile(
  { userId, email }: Pick<Member, 'userId' | 'email'>,
  tokens: Tokens,
  consents?: Consents,
): Promise<'made' | 'consents' | AuthFailure> {
  const body = { user_id: userId, email, username: autoUsername(userId), ...(consents && { consents }) };
  const reply = await callFunction('create-profile-and-friend', body, tokens);
  if (reply.ok) return 'made';
  if (reply.status === CONSENTS_MISSING) return 'consents';
  return toFailure(errorOf(reply));
}
