import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { afterPictures } from '#lib/after-paint.ts';

const Nothing = () => null;

let isFirstScreenShown = false;

/**
 * A part that the first screen does without: asked for once that is painted with its pictures, and left out when its chunk cannot be
 * had (a first visit that lost the network). Its place has to be kept, or something would move.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load().catch(() => Nothing) }));
  return function Later(props: P) {
    const [isDue, setDue] = useState(isFirstScreenShown);
    useEffect(() => {
      if (isDue) return;
      void afterPictures().then(() => {
        isFirstScreenShown = true;
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
