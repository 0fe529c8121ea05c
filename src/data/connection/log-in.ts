import { replicaStore } from '../replica/replica.ts';
import { ensureProfile } from '../remote/profile.ts';
import { adoptAndStore, type Member, sessionStore } from '../session/session.ts';
import { clearPictures } from './clear-device.ts';
import { leaveForOther } from './log-out.ts';
import { updateSyncState } from '../device/sync-state.ts';

/** After any successful sign-in: keeps the session and creates the profile in the background. */
export async function completeLogIn(user: { id: string; email?: string | undefined }): Promise<void> {
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
