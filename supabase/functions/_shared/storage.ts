import { z } from 'zod';
import { requireEnv } from './env.ts';
import { Failure } from './log.ts';

/**
 * Deletes files through the storage service, which also frees their bytes (SQL would only delete the rows). Missing
 * files are ignored.
 */
export async function removeFiles(bucket: string, paths: readonly string[]): Promise<void> {
  const key = requireEnv('SUPABASE_SERVICE_ROLE_KEY');
  const response = await fetch(`${requireEnv('SUPABASE_URL')}/storage/v1/object/${bucket}`, {
    method: 'DELETE',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: paths }),
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Failure(`deleting from ${bucket}: status ${response.status}`);
}

/** Moves a file to another bucket through the storage service. A missing file is ignored. */
export async function moveFile(bucket: string, path: string, toBucket: string, toPath: string): Promise<void> {
  const key = requireEnv('SUPABASE_SERVICE_ROLE_KEY');
  const response = await fetch(`${requireEnv('SUPABASE_URL')}/storage/v1/object/move`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bucketId: bucket, sourceKey: path, destinationBucket: toBucket, destinationKey: toPath }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.text();
  if (!response.ok && !/not.?found/i.test(answer))
    throw new Failure(`moving from ${bucket}: status ${response.status}`);
}

const Signed = z.object({ signedURL: z.string() });

/** An address of a stored file that needs no token for `seconds`, as a path of the backend. */
export async function signFile(bucket: string, path: string, seconds: number): Promise<string> {
  const key = requireEnv('SUPABASE_SERVICE_ROLE_KEY');
  const response = await fetch(`${requireEnv('SUPABASE_URL')}/storage/v1/object/sign/${bucket}/${path}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: seconds }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Failure(`signing in ${bucket}: status ${response.status}`);
  return `/storage/v1${Signed.parse(await response.json()).signedURL}`;
}

/** The bytes of a stored file from `from` to before `to`. `version`: that a cache on the way has no earlier one. */
export async function readFile(
  { bucket, path, version }: { bucket: string; path: string; version: string },
  from: number,
  to: number,
): Promise<Uint8Array> {
  const key = requireEnv('SUPABASE_SERVICE_ROLE_KEY');
  const response = await fetch(
    `${requireEnv('SUPABASE_URL')}/storage/v1/object/authenticated/${bucket}/${path}?version=${version}`,
    {
      headers: { apikey: key, authorization: `Bearer ${key}`, range: `bytes=${from}-${to - 1}` },
      signal: AbortSignal.timeout(30_000),
    },
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status === 206) return bytes;
  // A server without ranges sends the whole file.
  if (response.status === 200) return bytes.subarray(from, to);
  throw new Failure(`reading from ${bucket}: status ${response.status}`);
}
