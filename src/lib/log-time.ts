/* Not by Intl, whose formatters took 25 ms of the first paint, 100 ms on a phone. The text is English everywhere. */
export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const two = (value: number): string => String(value).padStart(2, '0');
const clock24 = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;
const clock12 = (date: Date): string =>
  `${date.getHours() % 12 || 12}:${two(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`;
const monthDay = (date: Date): string => `${MONTHS[date.getMonth()]?.slice(0, 3)} ${date.getDate()}`;

const DAY_MS = 86_400_000;

/** November 21, 2026. */
export const formatLongDay = (date: Date): string =>
  `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;

/** Short clock for narrow screens (14:05), 12-hour clock for wide ones (2:05 PM). */
export const formatClock = (date: Date, wide: boolean): string => (wide ? clock12 : clock24)(date);

/** 14:05:24; on wide screens 2:05:24 PM. */
export const formatSecond = (date: Date, wide: boolean): string =>
  formatClock(date, wide).replace(/(:\d\d)/, `$1:${two(date.getSeconds())}`);

/** The clock of today, otherwise the day: of something that was up to date then. */
export const formatLast = (date: Date, now: Date, wide: boolean): string =>
  date.toDateString() === now.toDateString() ? formatClock(date, wide) : formatLogTime(date, now);

/** Date and time: Nov 21, 2026, 14:05; on wide screens November 21, 2026 at 2:05 PM. */
export const formatFull = (date: Date, wide: boolean): string =>
  wide ? `${formatLongDay(date)} at ${clock12(date)}` : `${monthDay(date)}, ${date.getFullYear()}, ${clock24(date)}`;

/** March 2024. */
export const formatMonth = (date: Date): string => `${MONTHS[date.getMonth()]} ${date.getFullYear()}`;

/** For narrow screens and margins: clock today, weekday within the week, then the date. */
export function formatLogTime(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return clock24(date);
  const age = now.getTime() - date.getTime();
  if (age >= 0 && age < 6 * DAY_MS) return WEEKDAYS[date.getDay()] ?? '';
  return monthDay(date);
}
