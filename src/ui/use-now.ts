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

/** The current time in milliseconds, with one timer for the page: "today" becomes a weekday automatically at midnight. */
export const useNow = (): number => useStore(clock);
