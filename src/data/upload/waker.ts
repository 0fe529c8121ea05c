/** A pause that "send now" and a returning network can end early. */
export interface Waker {
  /** Resolves when `performance.now()` passes `time()`, which is evaluated again after each wake, or with `signal`. */
  sleepUntil(time: () => number, signal?: AbortSignal): Promise<void>;
  wake(): void;
}

/** Not by the device's clock: one that is set back while the queue waits would hold it as long. */
export function createWaker(now: () => number = () => performance.now()): Waker {
  const waiting = new Set<() => void>();
  return {
    async sleepUntil(time, signal) {
      for (let left = time() - now(); left > 0 && !signal?.aborted; left = time() - now()) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer);
            waiting.delete(done);
            signal?.removeEventListener('abort', done);
            resolve();
          };
          const timer = setTimeout(done, left);
          waiting.add(done);
          signal?.addEventListener('abort', done);
        });
      }
    },
    wake() {
      for (const wake of [...waiting]) wake();
    },
  };
}
