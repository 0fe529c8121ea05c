import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { daysBetween, formatMonthDay } from '#lib/days.ts';

interface Running {
  start_date: string;
  end_date: string | null;
  active: boolean;
}

export interface AdState {
  isLive: boolean;
  text: string;
}

/** Whether an ad is shown on that day (UTC), in words: being switched on is not enough. */
export function adState({ active, start_date, end_date }: Running, today: string): AdState {
  if (end_date !== null && end_date < today) return { isLive: false, text: copy.ended(formatMonthDay(end_date)) };
  if (!active) return { isLive: false, text: copy.off };
  if (start_date > today) return { isLive: false, text: copy.starts(formatMonthDay(start_date)) };
  return { isLive: true, text: copy.live(end_date === null ? null : daysBetween(today, end_date)) };
}
