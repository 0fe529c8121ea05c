import { useNow } from './use-now.ts';
import { WIDE, useMedia } from './use-media.ts';

/* Built once: constructing a formatter costs more than painting an entry. */
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options);
const clock24 = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clock12 = format({ hour: 'numeric', minute: '2-digit', hour12: true });
const weekday = format({ weekday: 'short' });
const monthDay = format({ month: 'short', day: 'numeric' });
const full = format({ dateStyle: 'long', timeStyle: 'short', hour12: true });
const short = format({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

const DAY_MS = 86_400_000;

/** Short clock for narrow screens (14:05), 12-hour clock for wide ones (2:05 PM). */
export const formatClock = (date: Date, wide: boolean): string => (wide ? clock12 : clock24).format(date);

/** Clock today, weekday within the week, then the date. */
export function formatLogTime(date: Date, now: Date, wide: boolean): string {
  if (date.toDateString() === now.toDateString()) return formatClock(date, wide);
  const age = now.getTime() - date.getTime();
  if (age >= 0 && age < 6 * DAY_MS) return weekday.format(date);
  return monthDay.format(date);
}

/** `long`: date and time; spelled out with a 12-hour clock on wide screens. */
export function LogTime({ iso, long = false }: { iso: string; long?: boolean }) {
  const wide = useMedia(WIDE);
  const now = useNow();
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={iso} title={full.format(date)}>
      {long ? (wide ? full : short).format(date) : formatLogTime(date, new Date(now), wide)}
    </time>
  );
}
