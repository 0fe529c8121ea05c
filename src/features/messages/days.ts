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

/** Of the time, not of the clock, which shows an hour twice when summer time ends. */
const minuteOf = ({ created_at }: Message): number => Math.floor(Date.parse(created_at) / 60_000);

const belongs = ({ mine, last }: OpenRun, message: Message): boolean =>
  mine === message.mine && minuteOf(last) === minuteOf(message) && last.state === null && message.state === null;

type OpenRun = Omit<Run, 'messages'> & { messages: Message[] };

/** Groups messages, oldest first, by local day, and within a day by sender and minute. `firstNew` begins a new run. */
export function groupByDay(messages: readonly Message[], firstNew: string | null = null): Day[] {
  const days: (Omit<Day, 'runs'> & { runs: OpenRun[] })[] = [];
  for (const message of messages) {
    const date = new Date(message.created_at);
    const key = date.toDateString();
    let day = days.at(-1);
    if (day?.key !== key) days.push((day = { key, date, runs: [] }));
    const run = day.runs.at(-1);
    if (run && belongs(run, message) && message.id !== firstNew) {
      run.messages.push(message);
      run.last = message;
    } else
      day.runs.push({
        key: message.id,
        mine: message.mine,
        messages: [message],
        last: message,
        clock: formatClock(date, true),
      });
  }
  return days;
}
