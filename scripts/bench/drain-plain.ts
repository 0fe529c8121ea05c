import type { AbstractPowerSyncDatabase, CrudEntry, PowerSyncBackendConnector } from '@powersync/node';
import { serverColumnsOf } from '#contract/sync/client-tables.ts';

interface Parts {
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  readonly powersyncUrl: string;
  token(): Promise<string>;
}

/**
 * The method of the public demos: one call of the Data API per row, transaction by transaction. Columns that the server
 * sets are omitted, and an existing row is ignored, because our grants reject the demos' overwriting upsert.
 */
export function createPlainConnector({
  supabaseUrl,
  publishableKey,
  powersyncUrl,
  token,
}: Parts): PowerSyncBackendConnector & { readonly calls: number } {
  let calls = 0;
  async function send({ op, table, id, opData }: CrudEntry): Promise<void> {
    calls += 1;
    const body = Object.fromEntries(
      Object.entries(opData ?? {}).filter(([name]) => !serverColumnsOf(table).includes(name)),
    );
    const headers = {
      'content-type': 'application/json',
      apikey: publishableKey,
      authorization: `Bearer ${await token()}`,
      prefer: 'resolution=ignore-duplicates,return=minimal',
    };
    const url = `${supabaseUrl}/rest/v1/${table}`;
    const one = `${url}?id=eq.${id}`;
    const response = await (op === 'PUT'
      ? fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...body, id }) })
      : fetch(one, { method: op, headers, ...(op === 'PATCH' && { body: JSON.stringify(body) }) }));
    const text = await response.text();
    if (!response.ok) throw new Error(`${op} ${table}: ${response.status} ${text}`);
  }
  return {
    get calls() {
      return calls;
    },
    fetchCredentials: async () => ({ endpoint: powersyncUrl, token: await token() }),
    async uploadData(db: AbstractPowerSyncDatabase) {
      const transaction = await db.getNextCrudTransaction();
      for (const entry of transaction?.crud ?? []) await send(entry);
      await transaction?.complete();
    },
  };
}
