import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './kept-feed.module.css';

interface KeptFeedProps {
  /** Below an opened post: not visible, and without effects and subscriptions. */
  isBelow: boolean;
  children: ReactNode;
}

/** The feed, which stays as it is below an opened post. */
export function KeptFeed({ isBelow, children }: KeptFeedProps) {
  const kept = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isBelow) return;
    // React hides an Activity by `display: none`, which discards its layout. The stylesheet hides the whole element.
    for (const child of kept.current?.children ?? []) (child as HTMLElement).style.removeProperty('display');
  }, [isBelow]);
  return (
    <div ref={kept} className={styles.kept} data-below={isBelow}>
      <Activity mode={isBelow ? 'hidden' : 'visible'}>{children}</Activity>
    </div>
  );
}
