import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { afterPictures } from '#lib/after-paint.ts';

const Nothing = () => null;

/**
 * A part for after the first paint and its pictures. Until then, or without its chunk, `Before` shows; reserve its
 * space. A chunk that could not be loaded is asked for again at the next place, and when the network is back. Not
 * `lazy`, which throws at each of hundreds of places.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Before: ComponentType<P> = Nothing,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const loadOnce = async () => {
    loaded = await load().catch(() => undefined);
    if (!loaded) loading = undefined;
  };
  return function Later(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      const gone = new AbortController();
      const show = async () => {
        await afterPictures();
        await (loading ??= loadOnce());
        if (gone.signal.aborted) return;
        if (loaded) startTransition(() => setPart(() => loaded));
        else addEventListener('online', () => void show(), { once: true, signal: gone.signal });
      };
      void show();
      return () => gone.abort();
    }, [Part]);
    return Part ? <Part {...props} /> : <Before {...props} />;
  };
}
