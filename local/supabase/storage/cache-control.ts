/** Seconds for which a copy may be kept without asking again: a file may be removed, or its readers change. */
const MAX_AGE = 3600;

/** The cache time that an uploader may choose, as `max-age=…`; anything else is `no-cache`, because the rest of the header is ours. */
export function cacheTime(wanted: string): string {
  const seconds = /(?:^|[,\s])max-age=(\d{1,10})(?:$|[,\s])/i.exec(wanted)?.[1];
  return seconds === undefined ? 'no-cache' : `max-age=${Math.min(Number(seconds), MAX_AGE)}`;
}
