import { formatFull, formatLogTime } from '#lib/log-time.ts';
import { useNow } from './use-now.ts';
import { WIDE, useMedia } from './use-media.ts';

/** §9: a short date; on wide screens date and time, 12-hour clock. `long`: date and time everywhere. */
export function LogTime({ iso, long = false }: { iso: string; long?: boolean }) {
  const wide = useMedia(WIDE);
  const now = useNow();
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={iso} title={formatFull(date, true)} data-long={long || undefined}>
      {long || wide ? formatFull(date, wide) : formatLogTime(date, new Date(now))}
    </time>
  );
}
