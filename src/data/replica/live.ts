import { createStore, type Store } from '#lib/store.ts';
import type { Session } from '../session/session.ts';
import { type Answer, type Answers, type Found, isComplete, NOTHING, type WatchOptions } from './answer.ts';
import { automatic } from './automatic.ts';
import { replicaStore } from './replica.ts';
import type { watchRows } from './watch-rows.ts';

interface LiveOptions<Row, T> extends Omit<WatchOptions<Row, T>, 'account' | 'first' | 'onAnswer' | 'since'> {
  /** Called with each answer, for the snapshot. */
  onRows?: (found: Found<T>, session: Session) => void;
}

/** Loaded with the first database: a query cannot run before. */
const engine = createStore<{ watchRows: typeof watchRows } | null>(null);
const loadEngine = () => {
  if (replicaStore.get() && !engine.get())
    import('./watch-rows.ts').then(engine.set, (error: unknown) =>
      console.debug('Queries could not be loaded.', error),
    );
};
replicaStore.subscribe(loadEngine);

/** A live query of shell or feed: exists before the database, follows the account, uses the automatic streams. */
export function live<Row extends { id: string }, T>({ onRows, ...options }: LiveOptions<Row, T>): Store<Found<T>> {
  let answers: Answers<T> | undefined;
  let [answer, since]: [Answer<T>, number] = [NOTHING, 0];
  let found: Found<T> = { rows: [], ready: false, complete: false };
  const get = () => {
    const [now, turn] = [answers?.get() ?? NOTHING, automatic.get()];
    if (now !== answer || turn !== since) {
      [answer, since] = [now, turn];
      found = { rows: answer.rows, ready: answer.ready, complete: isComplete(answer, since) };
    }
    return found;
  };
  const store = createStore(found, {
    onActive() {
      const update = () => store.set(get());
      const stops = [automatic.subscribe(update), engine.subscribe(begin)];
      function begin() {
        const code = engine.get();
        if (!code) return;
        const onAnswer = (session: Session) => onRows?.(get(), session);
        answers ??= code.watchRows<Row, T>({ ...options, since: automatic, onAnswer });
        stops.push(answers.subscribe(update));
        update();
      }
      begin();
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
  return { get, subscribe: store.subscribe };
}
