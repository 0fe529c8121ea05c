import { NOTIFICATIONS_LOCK } from '#contract/locks.ts';

/** A push must be shown, also while a frozen page has the lock. */
const WAIT_MS = 2000;

/**
 * Runs `task` while no other page or worker of the app shows or lists notifications; after a while in any case.
 * Chromium forgets a notification that somebody lists while it is being shown: it is in no list any more, so that
 * nothing closes it when it becomes read.
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
