import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ThreadUnread } from './thread-queries.ts';

/**
 * Reports the message below the line "New messages": the oldest unread one when the thread was opened, maybe late on a
 * cold start. It moves only for messages that arrive while the end is off screen.
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
