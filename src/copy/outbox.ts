/** Outbox texts of shell and feed. Those of its screen are in outbox-screen.ts. */
export const outboxCopy = {
  stamps: { queued: 'Queued', sending: 'Sending', sent: 'Sent', refused: 'Not sent' },
  stampAt: (word: string, time: string) => `${word} ${time}`,
  queuedHint: 'Will send automatically.',
  sendingHint: 'Sending.',
  /** In flight when the signal was lost: it may have arrived. */
  unanswered: 'No answer yet',
  /** For a rejection without a reason. */
  noReason: 'An error occurred.',
  checking: 'Checking with the server.',
  sentHint: 'Sent.',
  seeOutbox: 'See outbox',
  refusedSummary: (count: number) => (count === 1 ? '1 was not sent' : `${count} were not sent`),
} as const;
