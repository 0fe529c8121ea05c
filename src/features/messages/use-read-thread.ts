import { useEffect } from 'react';
import { markThreadRead } from './mutations.ts';

/** §4: messages are read after the thread was visible for this time. */
const READ_AFTER_MS = 1500;
/** After a failed write, for example while another tab holds the database. */
const RETRY_MS = 5000;

/**
 * Marks the other member's messages as read, once the thread has been visible long enough.
 * @param newestUnread the id of their newest unread message. Each one counts anew: one that arrives just after a mark
 *   is not part of it.
 */
export function useReadThread(userId: string, newestUnread: string | null): void {
  useEffect(() => {
    if (newestUnread === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const mark = async () => {
      const { ok } = await markThreadRead(userId);
      if (!ok && !isEnded && document.visibilityState === 'visible') timer = setTimeout(() => void mark(), RETRY_MS);
    };
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => void mark(), READ_AFTER_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [userId, newestUnread]);
}
