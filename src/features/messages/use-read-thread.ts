import { useEffect } from 'react';
import { markThreadRead } from './mutations.ts';

/** §4: messages are read after the thread was visible for this time. */
const READ_AFTER_MS = 1500;

/** Marks the other member's messages as read, once the thread has been visible long enough. */
export function useReadThread(userId: string, hasUnread: boolean): void {
  useEffect(() => {
    if (!hasUnread) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => void markThreadRead(userId), READ_AFTER_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [userId, hasUnread]);
}
