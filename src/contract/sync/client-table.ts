/** SQLite's types. JSON and timestamps are text, booleans are 0 or 1. */
export type ColumnType = 'text' | 'integer' | 'real';

/** A table of the replica. Each also has the column `id` (text). */
export interface ClientTable {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Columns that only the server fills. A local write shows a value for them, but an upload leaves them out. */
  readonly serverColumns?: readonly string[];
  /** The server's name of the table in uploads, if it differs. */
  readonly uploadsTo?: string;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  /** Writes are uploaded but never stored on the device. */
  readonly insertOnly?: boolean;
}
