/** While the server does not answer. */
export const checkCopy = {
  checking: 'Looking for the server…',
  next: (time: string) => `No answer. Looks again at ${time}.`,
  now: 'Check now',
} as const;
