import { type Me, type MeRow, toMe } from '#contract/me-row.ts';
import { live } from '#data/replica/live.ts';
import { accountOf, rememberUsername, sessionStore } from '#data/session/session.ts';
import { storeSnapshot, snapshotStore } from '#data/first-screen/snapshot.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const myRows = live<MeRow, Me>({
  sql: `SELECT m.id, m.username, m.profile_image_url, m.role, p.author FROM my_profile m LEFT JOIN people p ON p.id = m.id WHERE m.id = ?`,
  params: (session) => [accountOf(session)],
  decode: toMe,
  onRows: ({ rows: [me] }, session) => {
    if (!me) return;
    storeSnapshot(accountOf(session), { me });
    void rememberUsername(me.username);
  },
});

const me = deriveStore([myRows, snapshotStore, sessionStore], ({ rows }, snapshot, session): Me | null => {
  if (session.kind === 'guest') return null;
  return rows[0] ?? (snapshot?.account === session.userId ? snapshot.me : null);
});

/** The logged-in member's profile; null for guests and until it has synced. */
export function useMe(): Me | null {
  return useStore(me);
}

export function useIsStaff(): boolean {
  const role = useMe()?.role;
  return role === 'admin' || role === 'ceo';
}

/** Whether a member is logged in on this device. Available before their profile. */
export function useIsMember(): boolean {
  return useStore(sessionStore).kind === 'member';
}
