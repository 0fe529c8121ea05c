import { randomUUID } from 'node:crypto';

import type { Caller } from '../caller.ts';
import type { Json } from '../http.ts';
import { bucketOf } from './buckets.ts';
import { objectOf } from './download.ts';
import { invalid, notFound } from './errors.ts';
import { keyOf } from './names.ts';
import { asCaller } from './service.ts';
import type { StorageService } from './service.ts';

/** DELETE /object/:bucket `{prefixes}`. The response omits objects that the caller may not delete. */
export async function remove(service: StorageService, caller: Caller, bucket: string, names: unknown): Promise<Json[]> {
  if (!Array.isArray(names) || names.length > 1000) throw invalid('prefixes must be a list of at most 1000 names');
  if (names.length === 0) throw invalid('body/prefixes must NOT have fewer than 1 items');
  const keys = names.map((name) => keyOf(name));
  const { rows } = await asCaller(service, caller, (db) =>
    db.query<Json & { version: string }>(
      'delete from storage.objects where bucket_id = $1 and name = any ($2) returning *',
      [bucket, keys],
    ),
  );
  for (const row of rows) await service.files.remove(row.version);
  return rows;
}

/** POST /object/move */
export async function move(service: StorageService, caller: Caller, body: Json): Promise<Json> {
  const [bucket, from, target, to] = moveArguments(body);
  await bucketOf(service, target);
  const { rowCount } = await asCaller(service, caller, (db) =>
    db.query(
      'update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2',
      [bucket, from, target, to],
    ),
  );
  if (rowCount === 0) throw notFound();
  return { message: 'Successfully moved' };
}

/** POST /object/copy */
export async function copy(service: StorageService, caller: Caller, body: Json): Promise<Json> {
  const [bucket, from, target, to] = moveArguments(body);
  await bucketOf(service, target);
  const row = await objectOf(service, caller, bucket, from);
  const version = randomUUID();
  await service.files.copy(row.version, version);
  try {
    await asCaller(service, caller, (db) =>
      db.query(
        `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version, user_metadata) values ($1, $2, $3::text::uuid, $3::text, $4, $5, $6)`,
        [
          target,
          to,
          caller.claims.sub ?? null,
          JSON.stringify(row.metadata),
          version,
          row.user_metadata && JSON.stringify(row.user_metadata),
        ],
      ),
    );
  } catch (error) {
    await service.files.remove(version);
    throw error;
  }
  return { Key: `${target}/${to}` };
}

function moveArguments(body: Json): [string, string, string, string] {
  const bucket = body['bucketId'];
  const target = body['destinationBucket'] ?? bucket;
  if (typeof bucket !== 'string' || typeof target !== 'string') throw invalid('bucketId is missing');
  return [bucket, keyOf(body['sourceKey']), target, keyOf(body['destinationKey'])];
}
