import { NOTIFICATIONS_LOCK } from '#contract/locks.ts';

/** A push must be shown, also while a frozen page has the lock. */
const WAIT_MS = 2000;

/**
 * Runs `task` while nothing else shows or lists notifications: Chromium forgets one that is listed while being shown.
 */
export async function aloneWithNotifications<T>(task: () => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), WAIT_MS);
  const run = () => {
    clearTimeout(timer);
    return task();
  };
  try {
    return await navigator.locks.request(NOTIFICATIONS_LOCK, { signal: patience.signal }, run);
  } catch (error) {
    if (!patience.signal.aborted) throw error;
    return task();
  }
}
