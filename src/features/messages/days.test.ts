import { expect, it, onTestFinished, vi } from 'vitest';
import { groupByDay } from './days.ts';
import type { Message } from './queries.ts';

let last = 0;
const message = (at: string, rest: Partial<Message> = {}): Message => {
  last += 1;
  const id = String(last);
  // Local time.
  const created_at = new Date(at).toISOString();
  return { id, mine: false, text: id, read: true, state: null, refusal: null, actionId: null, ...rest, created_at };
};
const shape = (messages: readonly Message[], firstNew?: string) =>
  groupByDay(messages, firstNew).map(({ runs }) => runs.map((run) => run.messages.length));

it('groups messages by local day, sender and minute', () => {
  const messages = [
    message('2026-11-20T23:59:30'),
    message('2026-11-21T00:00:10'),
    message('2026-11-21T00:00:50'),
    message('2026-11-21T00:00:55', { mine: true }),
    message('2026-11-21T00:01:05', { mine: true }),
  ];
  expect(shape(messages)).toEqual([[1], [2, 1, 1]]);
  expect(groupByDay(messages)[1]?.runs[0]?.clock).toBe('12:00 AM');
});

it('shows each unsent message with its own state', () => {
  const at = '2026-11-21T14:05:00';
  expect(
    shape([
      message(at, { mine: true }),
      message(at, { mine: true, state: 'queued' }),
      message(at, { mine: true, state: 'queued' }),
    ]),
  ).toEqual([[1, 1, 1]]);
});

it('begins a new group at the first new message', () => {
  const messages = [message('2026-11-21T14:05:00'), message('2026-11-21T14:05:20', { read: false })];
  expect(shape(messages, messages[1]?.id)).toEqual([[1, 1]]);
});

it('keeps messages apart that are an hour apart, when the clock shows the hour twice', () => {
  // As at the end of summer time, in every time zone.
  const clock = vi.spyOn(Date.prototype, 'getHours').mockReturnValue(1);
  onTestFinished(() => clock.mockRestore());
  const messages = ['05:30:10', '05:30:40', '06:30:10'].map((time) => message(`2026-11-01T${time}Z`));
  const runs = groupByDay(messages).flatMap((day) => day.runs);
  expect(runs.map((run) => [run.clock, run.messages.length])).toEqual([
    ['1:30 AM', 2],
    ['1:30 AM', 1],
  ]);
});
