/** SQLite's types. JSON and timestamps are text, booleans are 0 or 1. */
export type ColumnType = 'text' | 'integer' | 'real';

/** A table of the replica, as it stands on the device. Every one also has `id` (text). */
export interface ClientTable {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Columns that only the server fills. A local write shows a value for them, but an upload leaves them out. */
  readonly serverColumns?: readonly string[];
  /** The server table that uploads name, where it has another name than the client table. */
  readonly uploadsTo?: string;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  /** Writes are uploaded but never stored on the device. */
  readonly insertOnly?: boolean;
}
