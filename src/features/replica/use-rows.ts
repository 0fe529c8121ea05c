import { useQuery } from '@powersync/react';
import { useEffect, useMemo, useState } from 'react';
import { noteStorageTrouble } from '#data/device/storage-errors.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export interface Rows<T> {
  rows: readonly T[];
  /** The query has answered. Before that `rows` are those of the previous visit to the screen, if there was one. */
  ready: boolean;
  /** Rows that are not here do not exist: the query ran after `isSynced` became true. */
  complete: boolean;
}

interface RowsQuery<Row, T> {
  sql: string;
  parameters?: readonly (string | number)[];
  /** Runs once per version of a row: an unchanged row keeps its decoded object. */
  decode: (row: Row, session: Session) => T;
  /** The server has sent everything that the query reads. */
  isSynced?: boolean;
}

const BY_ID = { keyBy: (row: { id: string }) => row.id, compareBy: (row: object) => JSON.stringify(row) };

/** Results of recent queries, so that Back shows a screen at once and restores its scroll position. */
const recent = new Map<string, readonly unknown[]>();
const RECENT = 40;

function remember(key: string, rows: readonly unknown[]): void {
  recent.delete(key);
  recent.set(key, rows);
  const oldest = recent.keys().next().value;
  if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest);
}

/** Watched rows of the open database; only below ReplicaGate. */
export function useRows<Row extends { id: string }, T>(query: RowsQuery<Row, T>): Rows<T> {
  const { sql, parameters = [], decode, isSynced = false } = query;
  const session = useStore(sessionStore);
  const key = JSON.stringify([accountOf(session), sql, parameters]);

  // The status may say "synced" before the watched query has read the new rows. So the query runs again when it does, and reports
  // until that run has ended.
  const [isConfirmed, setConfirmed] = useState(isSynced);
  const { data, isLoading, isFetching, error } = useQuery<Row>(sql, [...parameters], {
    rowComparator: BY_ID,
    // The default of 30 ms is most of the time between a tap and its result on screen.
    throttleMs: 0,
    reportFetching: isSynced && !isConfirmed,
  });
  if (!isSynced && isConfirmed) setConfirmed(false);
  if (isSynced && !isConfirmed && !isLoading && !isFetching && !error) setConfirmed(true);

  const [decoded] = useState(() => new WeakMap<Row, T>());
  const rows = useMemo(
    () =>
      data.map((row) => {
        const known = decoded.get(row);
        if (known !== undefined) return known;
        const value = decode(row, session);
        decoded.set(row, value);
        return value;
      }),
    [data, decode, decoded, session],
  );
  const ready = !isLoading && !error;

  useEffect(() => {
    if (ready) remember(key, rows);
  }, [key, ready, rows]);
  useEffect(() => {
    if (!error) return;
    noteStorageTrouble(error);
    console.debug('A watched query failed.', error);
  }, [error]);

  // Written by the same query with the same decoder.
  const before = recent.get(key) as readonly T[] | undefined;
  return { rows: ready ? rows : (before ?? []), ready, complete: ready && isSynced && isConfirmed };
}
