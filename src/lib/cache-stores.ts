import type { Store } from './store.ts';

interface Cached<T> {
  value: T;
  listeners: number;
}

/** Counts the listeners of a store. */
type Count = <S extends Store<unknown>>(store: S) => S;

/**
 * Values by key, made on demand: the same one as long as the store it counts has listeners, or while it is one of the
 * `most` values that were asked for last.
 */
export function cacheStores<T>(most: number): (key: string, make: (count: Count) => T) => T {
  const cached = new Map<string, Cached<T>>();
  return (key, make) => {
    let entry = cached.get(key);
    if (entry) cached.delete(key);
    else entry = makeEntry(make);
    for (const [old, { listeners }] of cached) {
      if (cached.size < most) break;
      if (listeners === 0) cached.delete(old);
    }
    cached.set(key, entry);
    return entry.value;
  };
}

function makeEntry<T>(make: (count: Count) => T): Cached<T> {
  let listeners = 0;
  const value = make((store) => ({
    ...store,
    subscribe(listener) {
      const stop = store.subscribe(listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    },
  }));
  return {
    value,
    get listeners() {
      return listeners;
    },
  };
}
