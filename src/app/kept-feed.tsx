import { Activity, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '#lib/after-paint.ts';
import styles from './kept-feed.module.css';

interface KeptFeedProps {
  /** Below an opened post: not visible, and once that is painted without effects and subscriptions. */
  isBelow: boolean;
  children: ReactNode;
}

/** The feed, which stays as it is below an opened post. */
export function KeptFeed({ isBelow, children }: KeptFeedProps) {
  const kept = useRef<HTMLDivElement>(null);
  // Ending queries and effects of all entries would delay the post's first frame; until then only CSS hides the feed.
  const [isPaused, setPaused] = useState(isBelow);
  if (isPaused && !isBelow) setPaused(false);
  useEffect(() => {
    if (isBelow) return afterPaint(() => startTransition(() => setPaused(true)));
  }, [isBelow]);
  useLayoutEffect(() => {
    if (!isPaused) return;
    // React hides an Activity by `display: none`, which discards its layout. The stylesheet hides the whole element.
    for (const child of kept.current?.children ?? []) (child as HTMLElement).style.removeProperty('display');
  }, [isPaused]);
  return (
    <div ref={kept} className={styles.kept} data-below={isBelow}>
      <Activity mode={isPaused ? 'hidden' : 'visible'}>{children}</Activity>
    </div>
  );
}
