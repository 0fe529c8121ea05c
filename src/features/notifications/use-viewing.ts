import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isDeletedOnView } from './groups.ts';
import { dismissNotifications, markNotificationsRead } from './mutations.ts';
import type { Notification } from './queries.ts';

/** Visible for this long counts as seen. §4: the unread count changes one second after the click. */
const SEEN_MS = 1000;

const whileVisible = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(run, SEEN_MS);
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', update);
  };
};

interface Viewing {
  /** Was unread at some time during this visit. */
  isNew: (row: Notification) => boolean;
  /** Stays the same function. */
  onSeen: (ids: readonly string[]) => void;
}

/**
 * Marks notifications as read one second after the page opened, even if the member has gone on by then, and deletes
 * those that are deleted on view when the member leaves the page, so that they can be read. Only entries that were
 * visible or pressed are deleted.
 */
export function useViewing(rows: readonly Notification[]): Viewing {
  const [newOnes, setNewOnes] = useState<ReadonlySet<string>>(new Set());
  const unread = rows.filter(({ isRead }) => !isRead).map(({ id }) => id);
  if (unread.some((id) => !newOnes.has(id))) setNewOnes(new Set([...newOnes, ...unread]));

  const unreadKey = unread.join(' ');
  useEffect(() => {
    if (unreadKey !== '') return whileVisible(() => void markNotificationsRead(unreadKey.split(' ')));
  }, [unreadKey]);

  const seen = useRef(new Set<string>());
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(
    () => () => {
      const idsOf = (isWanted: (row: Notification) => boolean) => latest.current.filter(isWanted).map(({ id }) => id);
      const left = idsOf((row) => isDeletedOnView(row) && seen.current.has(row.id));
      const isVisible = document.visibilityState === 'visible';
      const fresh = isVisible ? idsOf(({ id, isRead }) => !isRead && !left.includes(id)) : [];
      const end = async () => {
        if (fresh.length > 0) await markNotificationsRead(fresh);
        if (left.length > 0) await dismissNotifications(left);
      };
      // The post that a notification opens first looks up its author in it.
      if (left.length + fresh.length > 0) setTimeout(() => void end(), SEEN_MS);
    },
    [],
  );

  const onSeen = useCallback((ids: readonly string[]) => ids.forEach((id) => seen.current.add(id)), []);
  return { isNew: ({ id, isRead }) => !isRead || newOnes.has(id), onSeen };
}

/** Calls `onSeen` when at least half of the element was visible for a second. */
export function useSeen(
  element: RefObject<HTMLElement | null>,
  ids: readonly string[],
  onSeen: (ids: readonly string[]) => void,
): void {
  const key = ids.join(' ');
  useEffect(() => {
    if (!element.current) return;
    let stop: (() => void) | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        stop?.();
        stop = entry?.isIntersecting ? whileVisible(() => onSeen(key.split(' '))) : undefined;
      },
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => {
      stop?.();
      observer.disconnect();
    };
  }, [element, key, onSeen]);
}
