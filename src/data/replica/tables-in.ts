import type { Schema } from '@powersync/common';

/**
 * The tables of the replica in a query. SQLite could return them too, but needs two round trips to its worker before
 * the first row.
 */
export const tablesIn = ({ tables }: Schema, sql: string): string[] => {
  const words = new Set(sql.match(/\w+/g));
  return tables.flatMap(({ name }) => (words.has(name) ? name : []));
};
