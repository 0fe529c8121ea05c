import type { Client } from 'pg';
import type { TableLayout } from './catalog.ts';
import type { Change, Store } from './store.ts';
import { rowKey } from './store.ts';

const batch = 5000;

/**
 * Reads the tables as of an exported snapshot and returns what differs from the store: everything at boot, a few rows
 * after a lost connection. In primary-key order, because browsers pay dearly for random inserts (sync-protocol, B5a).
 */
export async function readSnapshot(
  client: Client,
  snapshot: string,
  tables: TableLayout[],
  store: Store,
): Promise<Change[]> {
  const changes: Change[] = [];
  await client.query('begin isolation level repeatable read read only');
  await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`);
  for (const layout of tables) {
    const seen = new Set<string>();
    await client.query(`declare rows no scroll cursor for ${selectSql(client, layout)}`);
    for (;;) {
      const { rows } = await client.query({ text: `fetch ${batch} from rows`, rowMode: 'array' });
      for (const values of rows as (string | null)[][]) {
        seen.add(rowKey(layout, values));
        if (!store.has(layout, values)) changes.push({ kind: 'put', layout, old: null, values });
      }
      if (rows.length < batch) break;
    }
    await client.query('close rows');
    changes.push(...store.missing(layout, seen));
  }
  await client.query('commit');
  return changes;
}

function selectSql(client: Client, layout: TableLayout): string {
  const columns = layout.columns.map((column) => client.escapeIdentifier(column.name));
  const key = layout.primaryKey.map((at) => columns[at]);
  const { schema, name } = layout.ref;
  return `select ${columns.join()} from only ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} order by ${key.join()}`;
}
