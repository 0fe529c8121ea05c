import type { Transaction } from '@powersync/common';
import type { CrudOp } from '#contract/crud.ts';
import { UNSPACED } from '#contract/unspaced.ts';

/*
 * The only file of the app that names PowerSync's internal tables. Checked against @powersync/common 2; none of them is
 * a public API.
 * - `ps_crud`: the upload queue. `data` is JSON of {op, type, id, data, metadata}; entries of one SQLite transaction
 *   share `tx_id`.
 * - `ps_oplog`: the server's version of each row, as it came by the stream.
 * - `ps_data__<table>`: what the view `<table>` reads. A write here is shown but not queued.
 * - `ps_updated_rows`: rows that were written here. The next complete checkpoint that is applied replaces them with
 *   the server's version.
 * - `powersync_crud`: an insert into this view queues an entry without touching any row.
 * - `ps_stream_subscriptions`: one row per stream and parameters, with its lifetime.
 * - `ps_tx`, `ps_kv`: counters and the positions of the stream.
 */

type Reader = Pick<Transaction, 'getAll' | 'getOptional'>;
type Writer = Pick<Transaction, 'execute'>;

/** An entry of the upload queue, in local names. */
export interface QueueEntry {
  /** Rises with every write. */
  id: number;
  op: CrudOp['op'];
  table: string;
  row: string;
  /** JSON of the written columns; null for a DELETE. */
  data: string | null;
}

const ENTRY = `id, data ->> '$.op' AS op, data ->> '$.type' AS "table", data ->> '$.id' AS row, data -> '$.data' AS data`;

/** Deletes all rows, the queue and local tables included (1). */
export const CLEAR_SQL = 'SELECT powersync_clear(1)';

/** Per action: its id and the position of its first entry in the queue. */
export const QUEUED_ACTIONS_SQL = `SELECT json_extract(data ->> '$.metadata', '$.action_id') AS action_id, min(id) AS position
  FROM ps_crud GROUP BY 1`;

/** True when nothing is queued and the checkpoint after the last upload has been applied. */
export const CAUGHT_UP_SQL = `(NOT EXISTS (SELECT 1 FROM ps_crud) AND
  coalesce((SELECT CAST(value AS INTEGER) FROM ps_kv WHERE key = 'last_applied_checkpoint_request_id'), 0) >=
  coalesce((SELECT CAST(value AS INTEGER) FROM ps_kv WHERE key = 'target_checkpoint_request_id'), 0))`;

export const isQueueEmpty = async (db: Pick<Reader, 'getOptional'>): Promise<boolean> =>
  (await db.getOptional('SELECT 1 FROM ps_crud LIMIT 1')) === null;

/** The newest entry of the queue; 0 when it is empty. */
export async function lastEntryId(tx: Reader): Promise<number> {
  const row = await tx.getOptional<{ id: number | null }>('SELECT max(id) AS id FROM ps_crud');
  return row?.id ?? 0;
}

export const entriesAfter = (tx: Reader, id: number): Promise<QueueEntry[]> =>
  tx.getAll<QueueEntry>(`SELECT ${ENTRY} FROM ps_crud WHERE id > ? ORDER BY id`, [id]);

/** All entries of the action's SQLite transaction: a plain DELETE carries no metadata. */
export const entriesOfAction = (tx: Reader, action_id: string): Promise<QueueEntry[]> =>
  tx.getAll<QueueEntry>(
    `WITH named AS (SELECT id, tx_id FROM ps_crud WHERE json_extract(data ->> '$.metadata', '$.action_id') = ?)
     SELECT ${ENTRY} FROM ps_crud WHERE id IN (SELECT id FROM named) OR tx_id IN (SELECT tx_id FROM named) ORDER BY id`,
    [action_id],
  );

/** The entries that write one row, oldest first; `upTo`: only those up to this entry. */
export const entriesOfRow = (
  tx: Reader,
  table: string,
  row: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<QueueEntry[]> =>
  tx.getAll<QueueEntry>(
    `SELECT ${ENTRY} FROM ps_crud WHERE id <= ? AND data ->> '$.type' = ? AND data ->> '$.id' = ? ORDER BY id`,
    [upTo, table, row],
  );

/** How many of these entries are still queued. */
export async function countEntries(tx: Pick<Reader, 'getOptional'>, ids: readonly number[]): Promise<number> {
  const found = await tx.getOptional<{ n: number }>(
    'SELECT count(*) AS n FROM ps_crud WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  );
  return found?.n ?? 0;
}

export async function removeEntry(tx: Writer, id: number): Promise<void> {
  await tx.execute('DELETE FROM ps_crud WHERE id = ?', [id]);
}

/** Adds metadata to later entries without any: a plain DELETE, or a table that tracks none. */
export async function addMetadata(tx: Writer, after: number, metadata: string): Promise<void> {
  await tx.execute(
    `UPDATE ps_crud SET data = json_set(data, '$.metadata', ?) WHERE id > ? AND data ->> '$.metadata' IS NULL`,
    [metadata, after],
  );
}

/** Queues an operation as part of the current SQLite transaction, without changing the row here. */
export async function queueEntry(tx: Writer, { op, table, id, data }: CrudOp, metadata: string): Promise<void> {
  await tx.execute('INSERT INTO powersync_crud (op, id, type, data, metadata) VALUES (?, ?, ?, json(?), ?)', [
    op,
    id,
    table,
    data ? JSON.stringify(data) : null,
    metadata,
  ]);
}

/** Queues a row's deletion as a transaction of its own, within the current SQLite transaction. */
export async function queueSeparateDeletion(
  tx: Writer & Pick<Reader, 'getOptional'>,
  table: string,
  id: string,
  metadata: string,
): Promise<void> {
  const number = await tx.getOptional<{ mine: number }>(
    'UPDATE ps_tx SET next_tx = next_tx + 1 WHERE id = 1 RETURNING next_tx - 1 AS mine',
  );
  await tx.execute('INSERT INTO ps_crud (tx_id, data) VALUES (?, ?)', [
    number?.mine,
    JSON.stringify({ op: 'DELETE', id, type: table, metadata }),
  ]);
}

/** The newest version of a row that the server sent, as JSON. */
export async function serverRow(tx: Reader, table: string, id: string): Promise<string | null> {
  const row = await tx.getOptional<{ data: string | null }>(
    'SELECT data FROM ps_oplog WHERE row_type = ? AND row_id = ? ORDER BY op_id DESC LIMIT 1',
    [table, id],
  );
  return row?.data ?? null;
}

/** Shows a row as given, or no row, without queueing a write. `table` must be a table of the schema. */
export async function showRow(tx: Writer, table: string, id: string, row: object | null): Promise<void> {
  if (row === null) await tx.execute(`DELETE FROM ps_data__${table} WHERE id = ?`, [id]);
  else await tx.execute(`INSERT OR REPLACE INTO ps_data__${table} (id, data) VALUES (?, ?)`, [id, JSON.stringify(row)]);
}

/** The parameters with which a stream has a lifetime of `ttl` seconds, the last used first. */
export async function longLived(db: Reader, name: string, ttl: number): Promise<Record<string, string | number>[]> {
  const rows = await db.getAll<{ local_params: string }>(
    'SELECT local_params FROM ps_stream_subscriptions WHERE stream_name = ? AND ttl = ? ORDER BY expires_at DESC, id DESC',
    [name, ttl],
  );
  return rows.map(({ local_params }) => JSON.parse(local_params) as Record<string, string | number>);
}

/** Columns and values of a row. */
export type ShownRow = Record<string, unknown>;

/** A row as it is shown. `table` must be a table of the schema. */
export async function shownRow(tx: Pick<Reader, 'getOptional'>, table: string, id: string): Promise<ShownRow | null> {
  const row = await tx.getOptional<{ data: string }>(`SELECT data FROM ps_data__${table} WHERE id = ?`, [id]);
  return row ? (JSON.parse(row.data) as ShownRow) : null;
}

/** Shows a row without queueing a write, until the next complete checkpoint shows the server's again. */
export async function showUntilSync(tx: Writer, table: string, id: string, row: ShownRow): Promise<void> {
  await showRow(tx, table, id, row);
  await tx.execute('INSERT OR IGNORE INTO ps_updated_rows (row_type, row_id) VALUES (?, ?)', [table, id]);
}

/** Changes some columns of a shown row without queueing a write. */
export async function patchShownRow(tx: Writer, table: string, id: string, fields: object): Promise<void> {
  await tx.execute(`UPDATE ps_data__${table} SET data = json_patch(data, json(?)) WHERE id = ?`, [
    JSON.stringify(fields),
    id,
  ]);
}

/** The table of a full-text index, and the table that gives its rows their ids. */
export const indexOf = (table: string): string => `search_${table}`;
export const indexedRowsOf = (table: string): string => `search_${table}_rows`;

/** `author.username`: a field of a column that is JSON itself. */
const textIn = (data: string, columns: readonly string[]): string =>
  columns
    .map((column) => `coalesce(${[data, ...column.split('.').map((part) => `'$.${part}'`)].join(' ->> ')}, '')`)
    .join(" || ' ' || ");

/**
 * The text, and of scripts without spaces each letter with the next one, so that a word inside of the text is found;
 * what follows such a script is a word, too. A trigger may not count by a recursive query: an array as long as the text
 * does it.
 */
function wordsIn(data: string, columns: readonly string[]): string {
  const text = textIn(data, columns);
  return `${text} || CASE WHEN ${text} GLOB '*[${UNSPACED}]*' THEN (
    SELECT group_concat(' ' || substr(t, key + 1, 2) || CASE WHEN substr(t, key + 2, 1) GLOB '[^${UNSPACED}]' THEN ' ' || substr(t, key + 2, 30) ELSE '' END, '')
    FROM (SELECT ${text} AS t) JOIN json_each('[0' || replace(hex(zeroblob(length(t) - 1)), '00', ',0') || ']')
    WHERE substr(t, key + 1, 1) GLOB '[${UNSPACED}]') ELSE '' END`;
}

/**
 * A full-text index over rows of a table, kept by triggers, so that it has every row that is shown, synced or unsent.
 * It stores no text (`content=''`). With `detail=none` it would be half as large, but SQLite merges the rows of many
 * words three times slower then. Local tables: PowerSync neither syncs nor drops them; `columns` are JSON fields of the
 * row.
 */
export function indexStatements(table: string, columns: readonly string[]): string[] {
  const [index, rows] = [indexOf(table), indexedRowsOf(table)];
  const words = (data: string) => wordsIn(data, columns);
  const remove = (row: string) => `DELETE FROM ${index} WHERE rowid = (SELECT id FROM ${rows} WHERE ref = ${row}.id);`;
  const put = `${remove('NEW')}
    INSERT INTO ${rows} (ref) SELECT NEW.id WHERE NOT EXISTS (SELECT 1 FROM ${rows} WHERE ref = NEW.id);
    INSERT INTO ${index} (rowid, words) SELECT id, ${words('NEW.data')} FROM ${rows} WHERE ref = NEW.id;`;
  return [
    `CREATE TABLE IF NOT EXISTS ${rows} (id INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE)`,
    `CREATE VIRTUAL TABLE IF NOT EXISTS ${index} USING fts5(words, content='', contentless_delete=1, prefix='2 3',
      tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'")`,
    `CREATE TRIGGER IF NOT EXISTS ${index}_insert AFTER INSERT ON ps_data__${table} BEGIN ${put} END`,
    `CREATE TRIGGER IF NOT EXISTS ${index}_update AFTER UPDATE OF data ON ps_data__${table} BEGIN ${put} END`,
    `CREATE TRIGGER IF NOT EXISTS ${index}_delete AFTER DELETE ON ps_data__${table} BEGIN ${remove('OLD')}
      DELETE FROM ${rows} WHERE ref = OLD.id; END`,
  ];
}

/** A command to an index. A bound number could be a float, which is refused. */
const command = (table: string, name: string, value: number): string =>
  `INSERT INTO ${indexOf(table)} (${indexOf(table)}, rank) VALUES ('${name}', ${value})`;

/** Whether each write may merge the index, so that some take 30 times as long. While indexing, `mergeIndex` does it. */
export const setMerging = async (tx: Writer, table: string, isOn: boolean): Promise<void> => {
  // SQLite's defaults, or never.
  await tx.execute(command(table, 'automerge', isOn ? 4 : 0));
  await tx.execute(command(table, 'crisismerge', isOn ? 16 : 1999));
};

/** Merges up to `pages` pages of the index. False: nothing was left to merge. */
export async function mergeIndex(tx: Reader & Writer, table: string, pages: number): Promise<boolean> {
  const changes = async () => (await tx.getOptional<{ n: number }>('SELECT total_changes() AS n'))?.n ?? 0;
  const before = await changes();
  await tx.execute(command(table, 'merge', pages));
  // The command itself counts as one.
  return (await changes()) - before >= 2;
}

/** Deletes what `indexStatements` creates. */
export const dropIndexStatements = (table: string): string[] => {
  const [index, rows] = [indexOf(table), indexedRowsOf(table)];
  return [
    ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER IF EXISTS ${index}_${event}`),
    `DROP TABLE IF EXISTS ${index}`,
    `DROP TABLE IF EXISTS ${rows}`,
  ];
};

/** How many triggers of indexes there are: PowerSync may have dropped a table with its triggers. */
export const INDEX_TRIGGERS_SQL = `SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'search!_%' ESCAPE '!'`;

/** Indexes the next `count` rows by id from before the triggers. Returns the last id; null when done. Newest last. */
export async function indexSlice(
  tx: Reader & Writer,
  table: string,
  columns: readonly string[],
  { after, count }: { after: string; count: number },
): Promise<string | null> {
  const [index, rows] = [indexOf(table), indexedRowsOf(table)];
  const next = await tx.getAll<{ id: string; known: number }>(
    `SELECT id, id IN (SELECT ref FROM ${rows}) AS known FROM ps_data__${table} WHERE id > ? ORDER BY id LIMIT ?`,
    [after, count],
  );
  const missing = next.filter(({ known }) => known === 0);
  if (missing.length > 0) {
    const ids = JSON.stringify(missing.map(({ id }) => id));
    const words = wordsIn('d.data', columns);
    await tx.execute(`INSERT INTO ${rows} (ref) SELECT value FROM json_each(?)`, [ids]);
    await tx.execute(
      `INSERT INTO ${index} (rowid, words) SELECT r.id, ${words} FROM json_each(?) j
       JOIN ${rows} r ON r.ref = j.value JOIN ps_data__${table} d ON d.id = r.ref`,
      [ids],
    );
  }
  return next.at(-1)?.id ?? null;
}
