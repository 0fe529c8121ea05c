/** A watchable value. `get` returns a stable reference, as useSyncExternalStore requires. */
export interface Store<T> {
  get(): T;
  /** Calls `listener` after each change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<T> extends Store<T> {
  /** An equal value (Object.is) calls no listener. */
  set(value: T): void;
}

interface StoreLifecycle {
  /** Runs when the first listener subscribes; the function it returns runs when the last one unsubscribes. */
  onActive?: () => () => void;
}

export function createStore<T>(initial: T, { onActive }: StoreLifecycle = {}): WritableStore<T> {
  let value = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      // A wrapper per subscription: the same function may be subscribed twice.
      const entry = () => listener();
      listeners.add(entry);
      if (listeners.size === 1) stop = onActive?.();
      return () => {
        if (!listeners.delete(entry) || listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

type Values<S extends readonly Store<unknown>[]> = { [K in keyof S]: S[K] extends Store<infer V> ? V : never };

/** A store computed from others; `combine` runs only when one of them has a new reference. */
export function deriveStore<const S extends readonly Store<unknown>[], T>(
  sources: S,
  combine: (...values: Values<S>) => T,
): Store<T> {
  let seen: unknown[] | undefined;
  let value: T;
  return {
    get() {
      const now = sources.map((source) => source.get());
      if (!seen || now.some((item, index) => !Object.is(item, seen?.[index]))) {
        seen = now;
        value = combine(...(now as Values<S>));
      }
      return value;
    },
    subscribe(listener) {
      const stops = sources.map((source) => source.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Resolves with the first value that passes; for code outside React. */
export function whenStore<T>(store: Store<T>, passes: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    const check = () => {
      const value = store.get();
      if (!passes(value)) return;
      stop?.();
      resolve(value);
    };
    if (!passes(store.get())) stop = store.subscribe(check);
    // Also what changed while it subscribed.
    check();
  });
}
