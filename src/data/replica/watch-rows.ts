import { createStore } from '#lib/store.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { accountOf, type Session, sessionStore } from '../session/session.ts';
import { nextTurn } from './automatic.ts';
import { type Answer, type Answers, NOTHING, type WatchOptions } from './answer.ts';
import { type Replica, replicaStore } from './replica.ts';
import { tablesIn } from './tables-in.ts';

/** A watched query. It runs while the store has listeners. Use `live` or, in a component, `useLive`. */
export function watchRows<Row extends { id: string }, T>(options: WatchOptions<Row, T>): Answers<T> {
  const store = createStore<Answer<T>>(options.first ? { ...NOTHING, rows: options.first } : NOTHING, {
    onActive: start,
  });
  let seen = new Map<string, { row: Row; value: T }>();
  let seenAccount = options.account ?? '';
  let lastSize = 0;
  let isNarrower = false;
  let began = 0;
  let again: (() => void) | undefined;

  /** Grows the window, and thus runs the query again, if rows that are on screen lie below the last one found. */
  function hasGrown(found: readonly Row[]): boolean {
    const { window } = options;
    const last = found.at(-1);
    if (!window || !last || isNarrower || found.length < window.size.get()) return false;
    const end = window.place(last);
    const here = new Set(found.map(({ id }) => id));
    const isCut =
      seen.size > 0
        ? [...seen.values()].some(({ row }) => !here.has(row.id) && window.place(row) < end)
        : (window.lowest?.() ?? end) < end;
    if (!isCut) return false;
    const added = found.filter(({ id }) => !seen.has(id)).length;
    window.size.set(window.size.get() + Math.max(added, 1));
    return true;
  }

  function take(found: readonly Row[], session: Session, turn: number): void {
    if (hasGrown(found)) return;
    isNarrower = false;
    const next = new Map<string, { row: Row; value: T }>();
    const rows = found.map((row) => {
      const before = seen.get(row.id);
      const entry = before && sameRow(before.row, row) ? before : { row, value: options.decode(row, session) };
      next.set(row.id, entry);
      return entry.value;
    });
    seen = next;
    const now = store.get();
    const isSame = now.rows.length === rows.length && now.rows.every((row, index) => row === rows[index]);
    if (isSame && now.ready && now.began === turn) return;
    store.set({ rows: isSame ? now.rows : rows, ready: true, began: turn });
    options.onAnswer?.(session);
  }

  /** Its rows stay until the next answer. */
  const unready = () => void (store.get().ready && store.set({ ...store.get(), ready: false, began: 0 }));

  function start(): () => void {
    let running: AbortController | undefined;
    let replica: Replica | null = null;
    const run = () => {
      running?.abort();
      running = undefined;
      if (options.account === undefined) {
        const account = accountOf(sessionStore.get());
        if (seenAccount !== account) {
          seen = new Map();
          lastSize = 0;
          isNarrower = false;
          store.set(NOTHING);
        }
        seenAccount = account;
      } else if (replica !== replicaStore.get()) unready();
      replica = replicaStore.get();
      if (replica?.account !== seenAccount) return;
      const size = options.window?.size.get() ?? 0;
      // Until a result of the smaller window is taken.
      isNarrower ||= size < lastSize;
      lastSize = size;
      running = new AbortController();
      if (typeof options.sql === 'string') watch(options.sql, replica, running.signal);
      else loadAndWatch(options.sql, replica, running.signal);
    };
    const confirm = () => runAfter(options.since?.get() ?? 0);
    const stops = [
      replicaStore.subscribe(run),
      sessionStore.subscribe(onSession),
      options.window?.size.subscribe(run),
      options.since?.subscribe(confirm),
    ];
    function onSession() {
      if (options.account === undefined && accountOf(sessionStore.get()) !== seenAccount) run();
    }
    again = run;
    // First, because a query that begins after its sources need not run twice.
    options.since?.get();
    run();
    return () => {
      again = undefined;
      running?.abort();
      for (const stop of stops) stop?.();
      // It may be long before somebody listens again.
      if (options.account !== undefined) unready();
    };
  }

  function loadAndWatch(load: () => Promise<string>, replica: Replica, signal: AbortSignal): void {
    began = Infinity;
    load().then(
      (sql) => watch(sql, replica, signal),
      (error: unknown) => {
        began = 0;
        console.debug('A query could not be loaded.', error);
      },
    );
  }

  function watch(sql: string, { db, session }: Replica, signal: AbortSignal): void {
    if (signal.aborted) return;
    const turn = (began = nextTurn());
    db.watch(
      sql,
      [...(options.params?.(session) ?? [])],
      {
        onResult: ({ array }) => {
          if (!signal.aborted) take(array as unknown as Row[], session, turn);
        },
        onError: (error) => {
          noteStorageTrouble(error);
          console.debug('A watched query failed.', error);
        },
      },
      // The default of 30 ms would be most of the delay between a tap and its result on screen.
      { signal, throttleMs: 0, tables: options.tables ?? tablesIn(db.schema, sql) },
    );
  }

  function runAfter(turn: number): void {
    if (began < turn) again?.();
  }

  return {
    // Without listeners the store may still hold the previous account's rows.
    get: () => (seenAccount === (options.account ?? accountOf(sessionStore.get())) ? store.get() : NOTHING),
    subscribe: store.subscribe,
    runAfter,
  };
}

function sameRow(before: object, after: object): boolean {
  const entries = Object.entries(after);
  return entries.every(([name, value]) => Object.is((before as Record<string, unknown>)[name], value));
}
