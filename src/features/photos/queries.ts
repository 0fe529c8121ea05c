import { isPublicFile } from '#contract/media.ts';
import { endpoints } from '#data/http/config.ts';

/** The address for `<img>` or `<video>`; undefined if the file must be read. The worker adds the token. */
export function directSource(url: string, isOwn: boolean): string | undefined {
  if (!url.startsWith('/storage/')) return url;
  const isReadable = isPublicFile(url) || Boolean(navigator.serviceWorker?.controller);
  return isOwn || !isReadable ? undefined : endpoints().supabaseUrl + url;
}
