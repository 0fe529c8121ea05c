const DAY_MS = 86_400_000;

/** Null for all other days. */
export function nameOfDay(date: Date, now: number): 'today' | 'yesterday' | null {
  if (date.toDateString() === new Date(now).toDateString()) return 'today';
  // Noon, because a day may have 23 or 25 hours.
  const noon = new Date(now).setHours(12, 0, 0, 0);
  return date.toDateString() === new Date(noon - DAY_MS).toDateString() ? 'yesterday' : null;
}

/** Friday, November 20; with the year if it is another one. */
export const formatDay = (date: Date, now: number): string =>
  date.toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(date.getFullYear() !== new Date(now).getFullYear() && { year: 'numeric' }),
  });
