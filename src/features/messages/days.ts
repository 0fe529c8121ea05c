import { formatClock } from '#lib/log-time.ts';
import type { Message } from './queries.ts';

/** Messages of one side in one minute and state, with one line below them. */
export interface Run {
  key: string;
  mine: boolean;
  messages: readonly Message[];
  last: Message;
  /** h:mm AM/PM. */
  clock: string;
}

export interface Day {
  key: string;
  date: Date;
  runs: readonly Run[];
}

const belongs = (run: OpenRun, message: Message, clock: string): boolean =>
  run.mine === message.mine && run.clock === clock && run.last.state === null && message.state === null;

type OpenRun = Omit<Run, 'messages'> & { messages: Message[] };

/** Groups messages, oldest first, by local day, and within a day by sender and minute. `firstNew` begins a new run. */
export function groupByDay(messages: readonly Message[], firstNew: string | null = null): Day[] {
  const days: (Omit<Day, 'runs'> & { runs: OpenRun[] })[] = [];
  for (const message of messages) {
    const date = new Date(message.created_at);
    const key = date.toDateString();
    let day = days.at(-1);
    if (day?.key !== key) days.push((day = { key, date, runs: [] }));
    const clock = formatClock(date, true);
    const run = day.runs.at(-1);
    if (run && belongs(run, message, clock) && message.id !== firstNew) {
      run.messages.push(message);
      run.last = message;
    } else day.runs.push({ key: message.id, mine: message.mine, messages: [message], last: message, clock });
  }
  return days;
}

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
