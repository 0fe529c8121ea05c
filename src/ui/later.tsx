import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { afterPictures } from '#lib/after-paint.ts';

const Nothing = () => null;

let isFirstScreenShown = false;

/**
 * A part that the first screen does not need: loaded after the first paint and its pictures. Until then, and when its chunk cannot be
 * loaded (a first visit that went offline), `Before` is shown. Reserve its space, or loading it causes a layout shift.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Before: ComponentType<P> = Nothing,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load().catch(() => Before) }));
  return function Later(props: P) {
    const [isDue, setDue] = useState(isFirstScreenShown);
    useEffect(() => {
      if (isDue) return;
      void afterPictures().then(() => {
        isFirstScreenShown = true;
        setDue(true);
      });
    }, [isDue]);
    const before = <Before {...props} />;
    if (!isDue) return before;
    return (
      <Suspense fallback={before}>
        <Part {...props} />
      </Suspense>
    );
  };
}
