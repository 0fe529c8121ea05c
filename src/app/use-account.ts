import { accountOf, sessionStore, type Session } from '#data/session/session.ts';
import { useMe } from '#features/me/queries.ts';
import { useStore } from '#lib/use-store.ts';

export const useSession = (): Session => useStore(sessionStore);

/** The id of the member on this device, or `guest`. */
export const useAccount = (): string => accountOf(useSession());

/** The member's username; empty until the profile has synced to this device. */
export function useAccountName(): string {
  const me = useMe();
  const session = useSession();
  if (me) return me.username;
  return (session.kind === 'member' && session.username) || '';
}
