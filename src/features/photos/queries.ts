import { endpoints } from '#data/remote/config.ts';

/** The address for an `<img>`; undefined where the file must be read first. The service worker adds the reader's token to files in Storage. */
export function directSource(url: string, isOwn: boolean): string | undefined {
  if (!url.startsWith('/storage/')) return url;
  return isOwn || !navigator.serviceWorker?.controller ? undefined : endpoints().supabaseUrl + url;
}
