let works = 0;
let lock: WakeLockSentinel | undefined;

async function hold(): Promise<void> {
  if (works === 0 || lock || document.visibilityState !== 'visible') return;
  try {
    const taken = await navigator.wakeLock?.request('screen');
    if (!taken) return;
    // The work has ended meanwhile.
    if (works === 0 || lock) {
      await taken.release();
      return;
    }
    lock = taken;
    taken.addEventListener('release', () => {
      if (lock === taken) lock = undefined;
    });
  } catch {
    // A low battery, or a browser without it: the work goes on while the screen is on.
  }
}

/** Browsers take the lock when the page is hidden. */
const holdAgain = () => void hold();

/** Keeps the screen on during `work`: a phone that turns it off stops the page, and with it an upload. */
export async function withScreenOn<T>(work: Promise<T>): Promise<T> {
  works += 1;
  document.addEventListener('visibilitychange', holdAgain);
  void hold();
  try {
    return await work;
  } finally {
    works -= 1;
    if (works === 0) {
      document.removeEventListener('visibilitychange', holdAgain);
      const held = lock;
      // Now, because other work may begin before the browser has released it.
      lock = undefined;
      await held?.release();
    }
  }
}
