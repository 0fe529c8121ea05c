import { useMe } from '#features/me/queries.ts';
import { useSession } from './use-session.ts';

/** The member's username; empty until the profile has synced to this device. */
export function useAccountName(): string {
  const me = useMe();
  const session = useSession();
  if (me) return me.username;
  return (session.kind === 'member' && session.username) || '';
}
