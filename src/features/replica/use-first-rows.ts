import { useMemo } from 'react';
import { firstRows } from '#data/first-screen/first-rows.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

/** A query with the decoder of its rows. */
export interface Query<Row, T> {
  sql: string;
  parameters?: readonly (string | number)[];
  decode: (row: Row, session: Session) => T;
}

/** Names account and query. The account comes first, because a query's parameters need not contain it. */
export const keyOfQuery = (account: string, { sql, parameters = [] }: Query<never, unknown>): string =>
  JSON.stringify([account, sql, parameters]);

/** SQL and parameters of a key. */
export const queryOfKey = (key: string): [sql: string, parameters: (string | number)[]] => {
  const [, sql, parameters] = JSON.parse(key) as [string, string, (string | number)[]];
  return [sql, parameters];
};

const NOTHING: readonly never[] = [];

/** Before the database is open: the query's rows at the end of the last visit, on its last page. */
export function useFirstRows<Row, T>(query: Query<Row, T>): readonly T[] {
  const { decode } = query;
  const session = useStore(sessionStore);
  const key = keyOfQuery(accountOf(session), query);
  return useMemo(() => {
    // The same SQL gives rows of the same shape.
    const rows = firstRows(key) as readonly Row[] | undefined;
    return rows?.map((row) => decode(row, session)) ?? NOTHING;
  }, [key, decode, session]);
}
