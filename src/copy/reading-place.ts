export const readingPlaceCopy = {
  label: 'Continue reading',
  continueAt: (time: string) => `Continue at ${time}`,
  continueFrom: (day: string, time: string) => `Continue from ${day}, ${time}`,
  close: 'Do not continue',
  gone: 'That post is gone. This is the next one.',
  notHere: 'That post is not on this device. It loads when you are online.',
} as const;
