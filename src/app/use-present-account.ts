import { useAccountName, useSession } from './use-account.ts';

/** The logged-in account for a question: '@ann', or the address until the name is known. Empty for a guest. */
export function usePresentAccount(): string {
  const name = useAccountName();
  const session = useSession();
  if (name) return `@${name}`;
  return session.kind === 'member' ? session.email : '';
}
