import type { Client } from 'pg';
import type { SqliteJsonValue, TablePattern, TableProcessor } from '@powersync/service-sync-rules';
import type { Catalog, TableLayout } from './catalog.ts';
import { rowQuery } from './partition-sql.ts';
import type { Partition } from './partitions.ts';

/** Maximum key values per query. */
const keysPerQuery = 500;

export interface ReadRow {
  layout: TableLayout;
  values: (string | null)[];
}

/**
 * Reads the rows that may belong to the partitions, as the client's transaction sees them. A row that may belong to
 * several is returned several times. `client` returns every value as text.
 */
export async function* readRows(
  client: Pick<Client, 'query'>,
  catalog: Catalog,
  partitions: Iterable<Partition>,
): AsyncGenerator<ReadRow[]> {
  const wanted = new Map<TableProcessor, (readonly SqliteJsonValue[])[]>();
  for (const { source, values } of partitions) {
    for (const processor of source.processors) {
      const known = wanted.get(processor);
      if (known) known.push(values);
      else wanted.set(processor, [values]);
    }
  }
  for (const [processor, keys] of wanted) {
    const pattern = processor.sourceTable.toTablePattern('public');
    for (const layout of tablesOf(catalog, pattern)) {
      for (let at = 0; at < keys.length; at += keysPerQuery) {
        const query = rowQuery(catalog, layout, processor, keys.slice(at, at + keysPerQuery));
        if (!query) continue;
        const { rows } = await client.query<(string | null)[]>({ ...query, rowMode: 'array' });
        yield rows.map((values) => ({ layout, values }));
      }
    }
  }
}

function tablesOf(catalog: Catalog, pattern: TablePattern): TableLayout[] {
  return [...catalog.tables.values()].filter((layout) => pattern.matches(layout.ref));
}
