import { MONTHS, WEEKDAYS } from './log-time.ts';

/* Calendar days in UTC as YYYY-MM-DD, as the database counts them. Formatted as in log-time.ts. */
const DAY_MS = 86_400_000;

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The day and the ones before it, oldest first. */
export const lastDays = (count: number, until: string): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(Date.parse(until) - (count - 1 - index) * DAY_MS)));

/** Days from one day to the next; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Nov 21. */
export const formatMonthDay = (day: string): string => {
  const date = new Date(day);
  return `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}`;
};

/** Sat, Nov 21. */
export const formatDay = (day: string): string => `${WEEKDAYS[new Date(day).getUTCDay()]}, ${formatMonthDay(day)}`;
