import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ThreadUnread } from './thread-queries.ts';

/**
 * Reports the message above which the line "New messages" stands: the oldest one that was unread when the thread was
 * opened. On a cold start it may arrive after the thread is on screen. The line stays there while the messages become
 * read. Later messages get one only if they arrive while the end of the thread is not on screen.
 */
export function useUnreadLine(unread: ThreadUnread, isAtEnd: RefObject<boolean>, onLine: (id: string) => void): void {
  const { oldest, newest, ready, complete } = unread;
  const isOpened = useRef(false);
  const arrived = useRef<string | null>(null);
  /** It moves once for each time that the member is away. */
  const mayMove = useRef(true);

  // In an effect, because it depends on where the page was scrolled to when the message arrived.
  useLayoutEffect(() => {
    if (!ready) return;
    const isWatching = isOpened.current && isAtEnd.current && document.visibilityState === 'visible';
    isOpened.current ||= complete;
    if (oldest === null || newest === arrived.current) return;
    arrived.current = newest;
    if (isWatching || !mayMove.current) return;
    mayMove.current = false;
    onLine(oldest);
  }, [ready, complete, oldest, newest, isAtEnd, onLine]);

  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'hidden') mayMove.current = true;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}
