/**
 * SQL for the newest version of a row that the server sent, as JSON; null where it sent none, or deleted it. PowerSync has it even while
 * it holds rows back until the upload queue is empty. Apart from powersync-tables.ts, because the first chunk needs this alone.
 *
 * @param id SQL for the row's id
 */
export const serverRowSql = (table: string, id: string): string =>
  `(SELECT l.data FROM ps_oplog l WHERE l.row_type = '${table}' AND l.row_id = ${id} ORDER BY l.op_id DESC LIMIT 1)`;
