import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const MINUTE_MS = 60_000;

const clock = createStore(Date.now(), {
  onActive: () => {
    clock.set(Date.now());
    const timer = setInterval(() => clock.set(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  },
});

/** The time in milliseconds, one timer for the whole page: "today" turns into a weekday by itself at midnight. */
export const useNow = (): number => useStore(clock);
