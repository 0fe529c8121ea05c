/** Resolves with `work`, or with `instead` after `ms`. `work` is not cancelled; a late rejection is ignored. */
export function within<T, I = undefined>(ms: number, work: Promise<T>, instead?: I): Promise<T | I> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, instead);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Settles as `work` does, or rejects when `signal` aborts. `work` is not cancelled; a late rejection is ignored. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** True if `work` resolves or rejects within `ms`. */
export const settlesWithin = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  within(
    ms,
    work.then(
      () => true,
      () => true,
    ),
    false,
  );

/** True if `work` resolves within `ms`. */
export const succeedsWithin = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  within(
    ms,
    work.then(
      () => true,
      () => false,
    ),
    false,
  );
