import { useWatchedQuerySubscription } from '@powersync/react';
import { useLayoutEffect } from 'react';
import { type SyncState, syncState } from '#data/device/sync-state.ts';
import { firstRows } from '#data/first-screen/first-rows.ts';
import { type Answer, type Answers, type Found, isComplete } from '#data/replica/answer.ts';
import { watchRows } from '#data/replica/watch-rows.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { lasting, type Source, syncedSince } from '#data/replica/streams.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { cacheStores } from '#lib/cache-stores.ts';
import type { Missing } from '#lib/missing.ts';
import { createStore, deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export type { Missing } from '#lib/missing.ts';

export interface Live<T> extends Found<T> {
  readonly missing: Missing;
}

/** What the hook of @powersync/react reads. */
type Watched = Parameters<typeof useWatchedQuerySubscription>[0];

/** A query with the decoder of its rows. */
export interface Query<Row, T> {
  sql: string;
  parameters?: readonly (string | number)[];
  /**
   * Once per version of a row: an unchanged row keeps its decoded object. A constant, because all components with the
   * same SQL share their rows.
   */
  decode: (row: Row, session: Session) => T;
  /** What it waits for to be complete. By default the automatic streams. */
  sources?: readonly Source[];
}

/** Names account and query. The account comes first, because a query's parameters need not contain it. */
export const keyOfQuery = (account: string, { sql, parameters = [] }: Query<never, unknown>): string =>
  JSON.stringify([account, sql, parameters]);

/** SQL and parameters of a key. */
export const queryOfKey = (key: string): [sql: string, parameters: (string | number)[]] => {
  const [, sql, parameters] = JSON.parse(key) as [string, string, (string | number)[]];
  return [sql, parameters];
};

/** Answers in the form that the hook of @powersync/react reads, too. */
interface Shown<T> extends Answers<T> {
  watched: Watched;
}

interface ShownState<T> {
  data: Answer<T>;
  of: Shown<T>;
  isLoading: boolean;
  isFetching: boolean;
  error: null;
  lastUpdated: null;
}

function toShown<T>(answers: Answers<T>): Shown<T> {
  let state: ShownState<T> | undefined;
  const now = () => {
    const data = answers.get();
    if (state?.data !== data)
      state = { of: shown, data, isLoading: !data.ready, isFetching: false, error: null, lastUpdated: null };
    return state;
  };
  const watched = {
    get state() {
      return now();
    },
    registerListener: ({ onStateChange }: { onStateChange: (state: ShownState<T>) => void }) =>
      answers.subscribe(() => onStateChange(now())),
  };
  // Cast: the hook reads nothing else of a watched query.
  const shown: Shown<T> = { ...answers, watched: watched as unknown as Watched };
  return shown;
}

/**
 * Queries of mounted and of earlier screens, so that Back shows a screen at once and restores its scroll position. A
 * page with posts has a dozen.
 */
const kept = cacheStores<Shown<unknown>>(120);

/** The query's answers; the same store for the same account and query. */
function open<Row extends { id: string }, T>(account: string, query: Query<Row, T>): Shown<T> {
  const key = keyOfQuery(account, query);
  const { sql, parameters = [], decode } = query;
  const decodeAll = (rows: readonly unknown[] | undefined) =>
    rows?.map((row) => decode(row as Row, sessionStore.get()));
  const drawn = decodeAll(drawnRows?.get(key));
  if (drawn) return still(drawn);
  const shown = kept(key, (count) => {
    const first = decodeAll(firstRows(key));
    const answers = watchRows<Row, T>({ sql, params: () => parameters, decode, account, first });
    return toShown<unknown>(count(running(answers)));
  });
  // Cast: the same SQL has the same decoder.
  return shown as Shown<T>;
}

/** The same answers, from a query that goes on while its listeners change. */
function running<T>(answers: Answers<T>): Answers<T> {
  const query = createStore(null, { onActive: lasting(() => answers.subscribe(doNothing)) });
  const subscribe = (listener: () => void) => {
    const stops = [query.subscribe(doNothing), answers.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  return { ...answers, subscribe };
}

let drawnRows: ReadonlyMap<string, readonly unknown[]> | undefined;

const still = <T>(rows: readonly T[]): Shown<T> =>
  toShown({ ...createStore<Answer<T>>({ rows, ready: false, began: 0 }), runAfter: doNothing });

/** Renders with these rows, by `keyOfQuery`, as the first render of a start does. `draw` must be synchronous. */
export function drawWithRows<T>(rows: ReadonlyMap<string, readonly unknown[]>, draw: () => T): T {
  drawnRows = rows;
  try {
    return draw();
  } finally {
    drawnRows = undefined;
  }
}

function doNothing(): void {}

const NOT_ASKED = still<never>([]);
const AUTOMATIC: readonly Source[] = ['automatic'];
const NONE: readonly Source[] = [];

/** `isReading`: an open database has not answered yet, so nothing can be said. */
function missingIn(phase: SyncState['phase'], isReading: boolean, complete: boolean): Missing {
  if (phase === 'unavailable') return phase;
  if (phase === 'offline' && !isReading) return phase;
  return complete && phase === 'online' ? 'gone' : 'loading';
}

/** Without the time of the last sync, which changes all the time. */
const phaseStore = deriveStore([syncState], ({ phase }) => phase);
const isOpenStore = deriveStore([replicaStore], (replica) => replica !== null);

/**
 * Rows of this device and what is known about those that are not here; it answers before the database is open, and
 * follows account and database. The sources are open while the component is mounted. Null: not asked yet.
 */
export function useLive<Row extends { id: string }, T>(query: Query<Row, T> | null): Live<T> {
  const account = accountOf(useStore(sessionStore));
  const shown = query ? open(account, query) : NOT_ASKED;
  const source = syncedSince(query ? (query.sources ?? AUTOMATIC) : NONE);
  const since = useStore(source);
  const phase = useStore(phaseStore);
  const isOpen = useStore(isOpenStore);
  // Both before the paint; the hooks themselves subscribe after it.
  useLayoutEffect(() => source.subscribe(doNothing), [source]);
  useLayoutEffect(() => shown.subscribe(doNothing), [shown]);
  // The status may say that the sources have synced before the query has read the new rows.
  useLayoutEffect(() => shown.runAfter(since), [shown, since]);
  const state = useWatchedQuerySubscription(shown.watched) as unknown as ShownState<T>;
  const answer = state.of === shown ? state.data : shown.get();
  const complete = isComplete(answer, since);
  return {
    rows: answer.rows,
    ready: answer.ready,
    complete,
    missing: missingIn(phase, isOpen && !answer.ready, complete),
  };
}

/** Keeps these open while the component is mounted; true once each has synced. */
export const useSources = (sources: readonly Source[]): boolean => useStore(syncedSince(sources)) > 0;
