import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { afterPictures } from '#lib/after-paint.ts';

const Nothing = () => null;

/**
 * A part for after the first paint and its pictures. Until then, or without its chunk, `Before` shows; reserve its
 * space. Not `lazy`, which throws at each of hundreds of places.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Before: ComponentType<P> = Nothing,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const loadOnce = async () => {
    loaded = await load().catch(() => Before);
  };
  return function Later(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      void afterPictures()
        .then(() => (loading ??= loadOnce()))
        .then(() => {
          if (!isGone) startTransition(() => setPart(() => loaded));
        });
      return () => {
        isGone = true;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : <Before {...props} />;
  };
}
