import type { Caller } from '../caller.ts';
import type { Json } from '../http.ts';
import { bucketNotFound, invalid, StorageError } from './errors.ts';
import { asCaller } from './service.ts';
import type { StorageService } from './service.ts';

export interface Bucket {
  readonly id: string;
  readonly public: boolean;
  readonly file_size_limit: string | null;
  readonly allowed_mime_types: string[] | null;
}

/** The limits of a bucket, which apply to every caller. */
export async function bucketOf(service: StorageService, id: string): Promise<Bucket> {
  const { rows } = await service.db.query<Bucket>(
    'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id],
  );
  const [bucket] = rows;
  if (!bucket) throw bucketNotFound();
  return bucket;
}

const UNITS: Record<string, number> = { B: 1, KB: 1000, KIB: 1024, MB: 1e6, MIB: 1024 ** 2, GB: 1e9, GIB: 1024 ** 3 };

/** Bytes, from a number or a string such as `5MB`. */
function sizeOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw invalid('file_size_limit is not a size');
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*([KMG]?I?B)?$/i.exec(String(value)) ?? [];
  const bytes = Math.floor(Number(count) * (UNITS[(unit ?? 'B').toUpperCase()] ?? Number.NaN));
  if (!Number.isSafeInteger(bytes)) throw invalid('file_size_limit is not a size');
  return bytes;
}

/**
 * /bucket and /bucket/:id[/empty]; the policies of storage.buckets decide. By default only the service role has access.
 */
export async function buckets(
  service: StorageService,
  caller: Caller,
  method: string,
  path: string,
  body: Json,
): Promise<unknown> {
  const [id = '', action] = path.split('/').filter(Boolean).map(decodeURIComponent);
  return await asCaller(service, caller, async (db) => {
    if (method === 'GET') {
      const where = id === '' ? ['', []] : ['where id = $1', [id]];
      const { rows } = await db.query<Json>(
        `select * from storage.buckets ${String(where[0])} order by id`,
        where[1] as string[],
      );
      const list = rows.map((row) => ({
        ...row,
        file_size_limit: row['file_size_limit'] === null ? null : Number(row['file_size_limit']),
      }));
      if (id !== '' && list.length === 0) throw bucketNotFound();
      return id === '' ? list : list[0];
    }
    if (method === 'POST' && id === '') {
      const name = body['id'] ?? body['name'];
      if (typeof name !== 'string' || !/^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(name))
        throw invalid('Bucket name invalid');
      await db.query(
        'insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $1, $2, $3, $4)',
        [name, body['public'] === true, sizeOf(body['file_size_limit']), body['allowed_mime_types'] ?? null],
      );
      return { name };
    }
    if (method === 'POST' && action === 'empty') {
      const { rows } = await db.query<{ version: string }>(
        'delete from storage.objects where bucket_id = $1 returning version',
        [id],
      );
      for (const row of rows) await service.files.remove(row.version);
      return { message: 'Successfully emptied' };
    }
    if (method === 'PUT') {
      const { rowCount } = await db.query(
        `update storage.buckets set public = coalesce($2, public), file_size_limit = $3, allowed_mime_types = $4, updated_at = now() where id = $1`,
        [id, body['public'] ?? null, sizeOf(body['file_size_limit']), body['allowed_mime_types'] ?? null],
      );
      if (rowCount === 0) throw bucketNotFound();
      return { message: 'Successfully updated' };
    }
    if (method !== 'DELETE') throw new StorageError('405', 'Method Not Allowed', 'Method not allowed', 405);
    const used = await db.query('select 1 from storage.objects where bucket_id = $1 limit 1', [id]);
    if (used.rowCount) throw new StorageError('409', 'InvalidRequest', 'The bucket you tried to delete is not empty');
    const { rowCount } = await db.query('delete from storage.buckets where id = $1', [id]);
    if (rowCount === 0) throw bucketNotFound();
    return { message: 'Successfully deleted' };
  });
}
