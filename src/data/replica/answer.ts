import type { Store, WritableStore } from '#lib/store.ts';
import type { Session } from '../session/session.ts';

/** The answer to a query, also before the database is open. */
export interface Found<T> {
  readonly rows: readonly T[];
  /** The database has answered. Before that `rows` are those that were shown last, or none. */
  readonly ready: boolean;
  /** All sources had synced when the query began: a missing row did not exist at the last connection. */
  readonly complete: boolean;
}

/** The part of a long list that a query asks for: its first rows. */
export interface ListWindow<Row> {
  /** The query's limit. When it changes, the query runs again and keeps its rows meanwhile. */
  size: WritableStore<number>;
  /** Sorts like the query, but ascending: the first row has the largest. */
  place: (row: Row) => string;
  /** The place of the lowest row that is on screen before the first answer, which has to have it. */
  lowest?: () => string | undefined;
}

export interface WatchOptions<Row, T> {
  /** A function: loaded when the database is open. */
  sql: string | (() => Promise<string>);
  params?: (session: Session) => readonly unknown[];
  /** Runs once per row version: an unchanged row keeps its decoded object, so that lists render only what changed. */
  decode: (row: Row, session: Session) => T;
  /** The tables that trigger a new result. By default all that the query names. */
  tables?: string[];
  /** Of a list: it grows before new rows push out read ones, and shrinks when the first rows are shown again. */
  window?: ListWindow<Row>;
  /** Called after each new answer. */
  onAnswer?: (session: Session) => void;
  /** When its sources had synced (`nextTurn`), else 0. The query runs once more then, to read the new rows. */
  since?: Store<number>;
  /** Only of this account. Otherwise the query follows the account. */
  account?: string;
  /** Before the first answer. */
  first?: readonly T[] | undefined;
}

export interface Answer<T> {
  rows: readonly T[];
  ready: boolean;
  /** When the query began. */
  began: number;
}

export interface Answers<T> extends Store<Answer<T>> {
  /** Runs the query again unless it began after this. */
  runAfter(turn: number): void;
}

export const NOTHING: Answer<never> = { rows: [], ready: false, began: 0 };

/** @param since when its sources had synced; 0: they have not */
export const isComplete = ({ ready, began }: Pick<Answer<unknown>, 'ready' | 'began'>, since: number): boolean =>
  ready && since > 0 && began >= since;
