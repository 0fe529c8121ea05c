/** The notification of the day before. Apart from range.ts, because the service worker has it. */
export const rangeReminderCopy = {
  title: 'A range day is near',
  body: 'Open Rangeday while you have signal, and it packs what you may want to read.',
} as const;
