import { autoUsername } from '#contract/auth.ts';
import { backoffMs } from '#lib/backoff.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { callFunction } from '../remote/functions.ts';
import { memberToken } from './tokens.ts';
import { replicaStore } from '../replica/replica.ts';
import { type Member, sessionStore } from './session.ts';

/** Where it is kept that the server has made this member's profile. */
export const profileMadeKey = (userId: string): string => `profile-made:${userId}`;
const running = new Set<string>();

/** Still this member's device? */
const isCurrent = (userId: string): boolean => {
  const session = sessionStore.get();
  return session.kind === 'member' && session.userId === userId;
};

/** Has the server make the profile and the first friendship; once per account and device, repeated until it worked. */
export async function ensureProfile({ userId, email }: Member): Promise<void> {
  if (running.has(userId) || (await readKey<boolean>(profileMadeKey(userId)).catch(() => undefined))) return;
  running.add(userId);
  try {
    for (let attempt = 1; isCurrent(userId); attempt += 1) {
      if (await makeProfile(userId, email)) {
        await writeKey(profileMadeKey(userId), true);
        // Writes refused a moment ago for want of a profile, and the stream of one's own rows, can begin.
        replicaStore.get()?.hurry();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt)));
    }
  } finally {
    running.delete(userId);
  }
}

/** The profile is not made yet, and the server could not be asked now. */
export class ProfileMissing extends Error {
  override name = 'ProfileMissing';
}

/** The server refuses every write of a member without a profile; a post written right after sign-up waits here instead. */
export async function requireProfile({ userId, email }: Member): Promise<void> {
  if (await readKey<boolean>(profileMadeKey(userId)).catch(() => undefined)) return;
  if (!(await makeProfile(userId, email))) throw new ProfileMissing('The profile is not made yet.');
  await writeKey(profileMadeKey(userId), true);
}

async function makeProfile(userId: string, email: string): Promise<boolean> {
  try {
    const token = await memberToken(userId, false);
    const body = { user_id: userId, email, username: autoUsername(userId) };
    return (await callFunction('create-profile-and-friend', body, token)).ok;
  } catch {
    return false;
  }
}
