import type { PoolClient } from 'pg';

import type { Caller } from '../caller.ts';
import { isObject } from '../http.ts';
import type { Json } from '../http.ts';
import { invalid } from './errors.ts';
import { asCaller } from './service.ts';
import type { StorageService } from './service.ts';

/** Milliseconds, as REST gives each role. */
const PATIENCE = { anon: 3000, authenticated: 8000, service_role: 8000 };

const SORTS = ['name', 'created_at', 'updated_at', 'last_accessed_at'];

/** POST /object/list/:bucket: files and folders of one folder, with relative names; a folder has no id. */
export async function list(service: StorageService, caller: Caller, bucket: string, body: Json): Promise<Json[]> {
  if (typeof body['prefix'] !== 'string') throw invalid("body must have required property 'prefix'");
  const prefix = body['prefix'].replace(/^\/+|\/+$/g, '');
  const folder = prefix === '' ? '' : `${prefix}/`;
  const search = typeof body['search'] === 'string' ? body['search'] : '';
  const limit = Math.min(Math.max(Math.trunc(Number(body['limit'] ?? 100)) || 100, 1), 1000);
  const offset = Math.max(Math.trunc(Number(body['offset'] ?? 0)) || 0, 0);
  const sort = isObject(body['sortBy']) ? body['sortBy'] : {};
  const column = SORTS.find((one) => one === (sort['column'] ?? 'name'));
  if (!column) throw invalid('body/sortBy/column must be equal to one of the allowed values');
  const order = sort['order'] === 'desc' ? 'desc' : 'asc';
  const read = (db: PoolClient) =>
    db.query<Json>(
      `with inside as (
         select substr(name, char_length($2::text) + 1) as rest, id, created_at, updated_at, last_accessed_at, metadata
         from storage.objects where bucket_id = $1 and starts_with(name, $2)
       ), entries as (
         select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
           null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where strpos(rest, '/') > 0 group by 1
         union all
         select rest, id, updated_at, created_at, last_accessed_at, metadata from inside where strpos(rest, '/') = 0
       )
       select * from entries where starts_with(lower(name), lower($3)) order by ${column} ${order}, name limit $4 offset $5`,
      [bucket, folder, search, limit, offset],
    );
  const options = { operation: 'storage.object.list', patience: PATIENCE[caller.role] };
  return (await asCaller(service, caller, read, options)).rows;
}
