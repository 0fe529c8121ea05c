import { need } from './env.ts';

/** Removes files through the storage service, which also frees their bytes (SQL alone would only forget them). Absent ones count as removed. */
export async function removeFiles(bucket: string, paths: readonly string[]): Promise<void> {
  const key = need('SUPABASE_SERVICE_ROLE_KEY');
  const response = await fetch(`${need('SUPABASE_URL')}/storage/v1/object/${bucket}`, {
    method: 'DELETE',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: paths }),
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Removing ${paths.length} files from ${bucket} was answered ${response.status}.`);
}
