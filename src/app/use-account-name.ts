import { useMe } from '#features/me/queries.ts';
import { useSession } from './use-session.ts';

/** The member's @name; until the profile has synced to this device, the local part of the email address. */
export function useAccountName(): string {
  const me = useMe();
  const session = useSession();
  if (me) return me.username;
  if (session.kind === 'guest') return '';
  return session.username ?? session.email.replace(/@.*$/, '');
}
