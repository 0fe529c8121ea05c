import { useMe } from '#features/me/queries.ts';
import { useSession } from './use-session.ts';

/** The member's @name; before the profile has arrived on this device, the first part of the address. */
export function useAccountName(): string {
  const me = useMe();
  const session = useSession();
  if (me) return me.username;
  if (session.kind === 'guest') return '';
  return session.username ?? session.email.replace(/@.*$/, '');
}
