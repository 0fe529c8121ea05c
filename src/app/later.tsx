import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { afterPaint } from '#lib/after-paint.ts';

const Nothing = () => null;

let hasPainted = false;

/**
 * A part of the first screen that may come after it: asked for once the feed is painted, and left out when its chunk cannot be
 * had (a first visit that lost the network). Its place has to be kept, or something would move.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load().catch(() => Nothing) }));
  return function Later(props: P) {
    const [isDue, setDue] = useState(hasPainted);
    useEffect(() => {
      if (isDue) return;
      afterPaint(() => {
        hasPainted = true;
        setDue(true);
      });
    }, [isDue]);
    if (!isDue) return null;
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
