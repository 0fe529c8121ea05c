import type { Schema } from '@powersync/common';

/** The tables of a query. SQLite could return them, but takes two round trips to its worker. */
export const tablesIn = ({ tables }: Schema, sql: string): string[] => {
  const words = new Set(sql.match(/\w+/g));
  return tables.flatMap(({ name }) => (words.has(name) ? name : []));
};
