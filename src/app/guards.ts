import { redirect } from '@tanstack/react-router';
import { sessionStore } from '#data/session/session.ts';
import { syncState } from '#data/device/sync-state.ts';

/** For `beforeLoad`: sends guests to /login and back to `href` afterwards. */
export function requireMember(href: string): void {
  if (sessionStore.get().kind !== 'member') redirect({ to: '/login', search: { next: href }, throw: true });
}

/** For `beforeLoad` of the log-in page: admits guests and members whose session was rejected; others go to `next`. */
export function requireLogIn(next = '/'): void {
  if (!syncState.get().signInNeeded) requireGuest(next);
}

/** For `beforeLoad` of the sign-in pages: members are redirected to the path `next`. */
export function requireGuest(next = '/'): void {
  if (sessionStore.get().kind === 'member') redirect({ href: next, throw: true });
}
