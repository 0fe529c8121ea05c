import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const MINUTE_MS = 60_000;

const clock = createStore(Date.now(), {
  onActive: () => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clock.set(Date.now());
      timer = setTimeout(tick, MINUTE_MS);
    };
    // Not at each first subscriber: a change while a page mounts would render all its times again.
    const age = Date.now() - clock.get();
    if (age >= 0 && age < MINUTE_MS) timer = setTimeout(tick, MINUTE_MS - age);
    else tick();
    return () => clearTimeout(timer);
  },
});

/** The time in ms, one timer per page: "today" becomes a weekday at midnight. */
export const useNow = (): number => useStore(clock);
