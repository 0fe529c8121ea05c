import { Failure, logFailure } from './log.ts';

/**
 * Deletes a member's pictures at the image host: everything whose public id starts with one of the prefixes. Resolves
 * with the prefixes that are done; with none if this installation has no key for it, which the host gives to its
 * account's owner only (IMAGE_HOST_ADMIN_URL, IMAGE_HOST_ADMIN_KEY as `key:secret`; the path and the query are those of
 * Cloudinary's admin API).
 */
export async function removeHostedFiles(prefixes: readonly string[]): Promise<string[]> {
  const [url, key] = [Deno.env.get('IMAGE_HOST_ADMIN_URL'), Deno.env.get('IMAGE_HOST_ADMIN_KEY')];
  if (!url || !key) return [];
  const done: string[] = [];
  for (const prefix of prefixes) {
    const response = await fetch(`${url}/resources/image/upload?prefix=${encodeURIComponent(prefix)}`, {
      method: 'DELETE',
      headers: { authorization: `Basic ${btoa(key)}` },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) done.push(prefix);
    else logFailure('image-host', new Failure(`status ${response?.status ?? 'none'}`));
  }
  return done;
}
