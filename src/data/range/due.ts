/** What the member has chosen, and when it was packed. */
export interface ChosenDays {
  /** The last complete run, in milliseconds since 1970; null: none yet. */
  at: number | null;
  /** The day of the next visit to the range, as YYYY-MM-DD: it is packed for automatically. */
  day: string | null;
  /** Days of each week, 0 for Sunday: as `day`. */
  weekdays: readonly number[];
}

/** The tag of the worker's registration for Periodic Background Sync. */
export const PACK_TAG = 'rangeday-pack';

/** What the worker sends to an open page when a pack is due. */
export const PACK_MESSAGE = 'rangeday-pack-now';

const DAY_MS = 86_400_000;

const dateOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/**
 * Whether today or tomorrow is a day at the range that was not packed for since the day before it began.
 */
export function isDue({ day, weekdays, at }: ChosenDays, now: Date): boolean {
  return [0, 1].some((ahead) => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
    const isChosen = dateOf(date) === day || weekdays.includes(date.getDay());
    return isChosen && (at === null || at < date.getTime() - DAY_MS);
  });
}
