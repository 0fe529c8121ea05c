import { isPublicFile } from '#contract/media.ts';
import { endpoints } from '#data/http/config.ts';

/**
 * The address for an `<img>` or `<video>`; undefined where the file must be read first. The service worker adds the
 * reader's token to files in Storage.
 */
export function directSource(url: string, isOwn: boolean): string | undefined {
  if (!url.startsWith('/storage/')) return url;
  const isReadable = isPublicFile(url) || Boolean(navigator.serviceWorker?.controller);
  return isOwn || !isReadable ? undefined : endpoints().supabaseUrl + url;
}
