import { firstKeys } from '#data/first-screen/first-rows.ts';
import { THREAD_SQL } from './messages-sql.ts';
import { NEWEST, type ThreadWindow } from './queries.ts';

/** Of the threads that were on screen, for a later start. By the other member's id. */
export const shownViews = new Map<string, ThreadWindow>();

/** The first window of a thread: the newest messages, or those among which the app was left. */
export function firstView(account: string, userId: string): ThreadWindow {
  for (const key of firstKeys()) {
    const [owner, sql, [, other, limit, offset]] = JSON.parse(key) as [
      string,
      string,
      [string, string, number, number],
    ];
    if (owner === account && sql === THREAD_SQL && other === userId) return { limit, offset };
  }
  return NEWEST;
}
