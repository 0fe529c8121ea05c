import { redirect } from '@tanstack/react-router';
import { sessionStore } from '#data/session/session.ts';
import { syncState } from '#data/connection/status-store.ts';

/** For `beforeLoad`: guests go to /login and come back to `href` afterwards. */
export function requireMember(href: string): void {
  if (sessionStore.get().kind !== 'member') redirect({ to: '/login', search: { next: href }, throw: true });
}

/** For `beforeLoad` of the log-in: for guests, and for a member whose session the server no longer takes. */
export function requireLogIn(): void {
  if (!syncState.get().signInNeeded) requireGuest();
}

/** For `beforeLoad` of the sign-in pages: a member has nothing to do there. */
export function requireGuest(): void {
  if (sessionStore.get().kind === 'member') redirect({ to: '/', throw: true });
}
