import { createStore, type Store, type WritableStore } from '#lib/store.ts';
import { type Replica, replicaStore } from './replica.ts';
import { accountOf, type Session, sessionStore } from '../session/session.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { syncState } from '../device/sync-state.ts';
import { tablesIn } from './tables-in.ts';

export interface Live<T> {
  rows: T[];
  /** False until the first result for the current account. */
  ready: boolean;
  /**
   * The database had synced before the query ran, so a row that is missing does not exist. The status alone may report that some frames
   * before the rows arrive.
   */
  synced: boolean;
}

/** The part of a long list that a query asks for: its first rows. */
export interface ListWindow<Row> {
  /** The query's limit. When it changes, the query runs again and keeps its rows meanwhile. */
  size: WritableStore<number>;
  /** Sorts like the query, but ascending: the first row has the largest. */
  place: (row: Row) => string;
}

interface LiveQueryOptions<Row, T> {
  /** A function: loaded when the database is open. */
  sql: string | (() => Promise<string>);
  params?: (session: Session) => unknown[];
  /** Runs once per row version: an unchanged row keeps its decoded object, so that lists render only what changed. */
  decode: (row: Row, session: Session) => T;
  /** Called with each result, for the snapshot. */
  onRows?: (live: Live<T>, session: Session) => void;
  /** The tables that trigger a new result. By default all that the query names. */
  tables?: string[];
  /**
   * Of a list whose rows are read while new ones arrive: rows that were here are not pushed out by others above them, because the window
   * grows first. It is made smaller by whoever shows the first rows again.
   */
  window?: ListWindow<Row>;
}

const NOTHING: Live<never> = { rows: [], ready: false, synced: false };

/**
 * A watched query as a store. It runs only while it has listeners, and follows the account. For the feeds and the shell, which are
 * painted before a database is open; all other screens use `useRows` (docs/decisions/011-live-rows.md).
 */
export function liveQuery<Row extends { id: string }, T>(options: LiveQueryOptions<Row, T>): Store<Live<T>> {
  const store = createStore<Live<T>>(NOTHING, { onActive: start });
  let seen = new Map<string, { row: Row; value: T }>();
  let seenAccount = '';
  let lastSize = 0;
  let isNarrower = false;

  /** Grows the window, and thus runs the query again, if rows that were here lie below the last one found. */
  function hasGrown(found: readonly Row[]): boolean {
    const { window } = options;
    const last = found.at(-1);
    if (!window || !last || isNarrower || found.length < window.size.get()) return false;
    const end = window.place(last);
    const here = new Set(found.map(({ id }) => id));
    if (![...seen.values()].some(({ row }) => !here.has(row.id) && window.place(row) < end)) return false;
    const added = found.filter(({ id }) => !seen.has(id)).length;
    window.size.set(window.size.get() + Math.max(added, 1));
    return true;
  }

  function take(found: readonly Row[], session: Session, synced: boolean): void {
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
    const same =
      now.ready &&
      now.synced === synced &&
      now.rows.length === rows.length &&
      now.rows.every((row, index) => row === rows[index]);
    if (same) return;
    const live = { rows, ready: true, synced };
    store.set(live);
    options.onRows?.(live, session);
  }

  function forget(): void {
    seen = new Map();
    store.set(NOTHING);
  }

  function start(): () => void {
    let running: AbortController | undefined;
    let synced = false;
    const run = (replica: Replica | null) => {
      running?.abort();
      running = undefined;
      const account = accountOf(sessionStore.get());
      if (seenAccount !== account) forget();
      seenAccount = account;
      if (!replica || replica.account !== account) return;
      const size = options.window?.size.get() ?? 0;
      // Until a result of the smaller window is taken.
      isNarrower ||= size < lastSize;
      lastSize = size;
      const { signal } = (running = new AbortController());
      const wasSynced = (synced = syncState.get().synced);
      const watch = (sql: string) => {
        if (signal.aborted) return;
        replica.db.watch(
          sql,
          options.params?.(replica.session) ?? [],
          {
            onResult: ({ array }) => {
              if (!signal.aborted) take(array as unknown as Row[], replica.session, wasSynced);
            },
            onError: (error) => {
              noteStorageTrouble(error);
              console.debug('A watched query failed.', error);
            },
          },
          // The default of 30 ms would be most of the delay between a tap and its result on screen.
          { signal, throttleMs: 0, tables: options.tables ?? tablesIn(replica.db.schema, sql) },
        );
      };
      if (typeof options.sql === 'string') watch(options.sql);
      else options.sql().then(watch, (error: unknown) => console.debug('A query could not be loaded.', error));
    };
    const again = () => run(replicaStore.get());
    const stops = [
      replicaStore.subscribe(again),
      sessionStore.subscribe(onSession),
      syncState.subscribe(onSync),
      options.window?.size.subscribe(again),
    ];
    function onSync() {
      if (syncState.get().synced !== synced) again();
    }
    function onSession() {
      if (accountOf(sessionStore.get()) !== seenAccount) again();
    }
    again();
    return () => {
      running?.abort();
      for (const stop of stops) stop?.();
    };
  }

  return {
    // Without listeners the store may still hold the previous account's rows.
    get: () => (seenAccount === accountOf(sessionStore.get()) ? store.get() : NOTHING),
    subscribe: store.subscribe,
  };
}

function sameRow(before: object, after: object): boolean {
  const entries = Object.entries(after);
  return entries.every(([name, value]) => Object.is((before as Record<string, unknown>)[name], value));
}
