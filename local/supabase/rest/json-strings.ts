import type { PostgresConnection } from '@supabase/lite/postgres';

import { isObject } from '../http.ts';

/**
 * lite binds a plain value for a json column or argument unchanged, and Postgres then tries to parse it as JSON. This
 * function serialises such strings, numbers and booleans first. `path` is `/table` or `/rpc/function`. Other bodies are
 * returned unchanged.
 */
export async function quoteJsonStrings(connection: PostgresConnection, path: string, body: Buffer): Promise<Buffer> {
  const names = await jsonNames(connection, path);
  if (names.size === 0) return body;
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    // lite reports the error.
    return body;
  }
  const isCall = path.startsWith('/rpc/');
  let changed = false;
  for (const row of Array.isArray(value) ? value : [value]) {
    if (!isObject(row)) continue;
    for (const name of names) {
      if (row[name] === undefined || row[name] === null || typeof row[name] === 'object') continue;
      // A value for a column is parsed once more than an argument.
      row[name] = isCall ? JSON.stringify(row[name]) : JSON.stringify(JSON.stringify(row[name]));
      changed = true;
    }
  }
  return changed ? Buffer.from(JSON.stringify(value)) : body;
}

const isJson = (type: string | undefined): boolean => type === 'json' || type === 'jsonb';

async function jsonNames(connection: PostgresConnection, path: string): Promise<Set<string>> {
  const schema = await connection.introspect({ useCache: true });
  const [, first = '', second = ''] = path.split('/').map(decodeURIComponent);
  if (first !== 'rpc') {
    const columns = schema.columns.filter(
      (column) => column.schema === 'public' && column.table === first && isJson(column.pg_type),
    );
    return new Set(columns.map((column) => column.name));
  }
  const found = schema.functions?.filter((one) => one.schema === 'public' && one.name === second) ?? [];
  return new Set(found.flatMap((one) => one.arg_names.filter((_, index) => isJson(one.arg_types[index]))));
}
