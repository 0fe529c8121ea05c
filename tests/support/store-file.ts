import type { Client } from 'pg';

/**
 * Adds the row of a file, without bytes, as the storage service does, and the result of the check of its contents.
 * `age`: how long ago, as an interval of Postgres.
 */
export async function storeFile(
  db: Client,
  bucket: string,
  path: string,
  owner: string | null,
  age = '0 days',
): Promise<void> {
  await db.query(
    'insert into storage.objects (bucket_id, name, owner_id, created_at) values ($1, $2, $3, now() - $4::interval)',
    [bucket, path, owner, age],
  );
  await db.query("select public.file_was_checked($1, $2, '')", [bucket, path]);
}
