import { useEffect, useRef } from 'react';
import styles from './feed-end.module.css';

/** Stands at the end of a list and calls while it is near the screen; again after each change of `length`. */
export function FeedEnd({ length, onNear }: { length: number; onNear: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear();
      },
      { rootMargin: '1500px' },
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [length, onNear]);
  return <div ref={ref} className={styles.end} />;
}
