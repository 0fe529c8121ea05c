import { usePowerSync } from '@powersync/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { noteStorageTrouble } from '#data/device/storage-trouble.ts';
import { tablesIn } from '#data/replica/tables-in.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { keyOfQuery, type Query, queryOfKey, useFirstRows } from './use-first-rows.ts';

export interface Rows<T> {
  rows: readonly T[];
  /** The query has answered. Before that `rows` are those of the previous visit to the screen, if there was one, or of a page that is opened again. */
  ready: boolean;
  /** Rows that are not here do not exist: the query ran after `isSynced` became true. */
  complete: boolean;
}

/** `decode` runs once per version of a row: an unchanged row keeps its decoded object. */
interface RowsQuery<Row, T> extends Query<Row, T> {
  /** The server has sent everything that the query reads. */
  isSynced?: boolean;
}

const BY_ID = { keyBy: (row: { id: string }) => row.id, compareBy: (row: object) => JSON.stringify(row) };

/** Results of recent queries, so that Back shows a screen at once and restores its scroll position. A page with posts has a dozen. */
const recent = new Map<string, readonly unknown[]>();
const RECENT = 120;

function remember(key: string, rows: readonly unknown[]): void {
  recent.delete(key);
  recent.set(key, rows);
  const oldest = recent.keys().next().value;
  if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest);
}

interface Answer<Row> {
  key: string;
  data: readonly Row[];
  /** The query began after `isSynced` became true. */
  isConfirmed: boolean;
}

/**
 * Watched rows of the open database; only below ReplicaGate. Not `useQuery` of @powersync/react, which opens two watches per component, and
 * each first queries SQLite for the tables.
 */
export function useRows<Row extends { id: string }, T>(query: RowsQuery<Row, T>): Rows<T> {
  const { sql, decode, isSynced = false } = query;
  const db = usePowerSync();
  const session = useStore(sessionStore);
  const key = keyOfQuery(accountOf(session), query);
  const first = useFirstRows(query);
  const [answer, setAnswer] = useState<Answer<Row> | null>(null);
  const latest = useRef<Answer<Row> | null>(null);

  // In a layout effect, not after the paint. The status may say "synced" before the watched query has read the new rows, so the query runs
  // again when it does.
  useLayoutEffect(() => {
    const [, values] = queryOfKey(key);
    const watched = db
      .customQuery<Row>({ compile: () => ({ sql, parameters: values }), execute: () => db.getAll<Row>(sql, values) })
      .differentialWatch({
        rowComparator: BY_ID,
        // An unchanged row stays the same object.
        placeholderData: latest.current?.key === key ? [...latest.current.data] : [],
        reportFetching: false,
        // The default of 30 ms is most of the time between a tap and its result on screen.
        throttleMs: 0,
        triggerOnTables: tablesIn(db.schema, sql),
      });
    const stop = watched.registerListener({
      onStateChange({ data, isLoading, error }) {
        if (error) {
          noteStorageTrouble(error);
          console.debug('A watched query failed.', error);
        } else if (!isLoading) setAnswer((latest.current = { key, data, isConfirmed: isSynced }));
      },
    });
    return () => {
      stop();
      void watched.close();
    };
  }, [db, sql, key, isSynced]);

  const ready = answer?.key === key;
  const [decoded] = useState(() => new WeakMap<Row, T>());
  const rows = useMemo(
    () =>
      (ready ? answer.data : []).map((row) => {
        const known = decoded.get(row);
        if (known !== undefined) return known;
        const value = decode(row, session);
        decoded.set(row, value);
        return value;
      }),
    [answer, ready, decode, decoded, session],
  );

  useEffect(() => {
    if (ready) remember(key, rows);
  }, [key, ready, rows]);

  // Written by the same query with the same decoder.
  const before = recent.get(key) as readonly T[] | undefined;
  return { rows: ready ? rows : (before ?? first), ready, complete: ready && isSynced && answer.isConfirmed };
}
