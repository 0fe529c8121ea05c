/** Seconds for which a copy of a public file may be kept without asking again: it may be removed. */
const MAX_AGE = 3600;

/**
 * The header of a stored file. `wanted`: the text that came with its upload, of which only the time counts. Nothing is
 * kept of a private file: its readers change, and the next member at the device is another one.
 */
export function cacheHeader(wanted: string, isPublic: boolean): string {
  if (!isPublic) return 'private, no-store';
  const seconds = /(?:^|[,\s])max-age=(\d{1,10})(?:$|[,\s])/i.exec(wanted)?.[1];
  return seconds === undefined ? 'no-cache' : `max-age=${Math.min(Number(seconds), MAX_AGE)}`;
}

/** What is stored of a field `cacheControl`, as storage-api does. */
export const cacheField = (seconds: string): string => (/^-?\d+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache');
