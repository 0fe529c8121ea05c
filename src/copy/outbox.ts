/** What the shell and entries of the feed say; the screen itself has its words in outbox-screen.ts, which is loaded with it. */
export const outboxCopy = {
  title: 'Outbox',
  stamps: { queued: 'Queued', sending: 'Sending', sent: 'Sent', refused: 'Not sent' },
  stampAt: (word: string, time: string) => `${word} ${time}`,
  byItself: 'Goes out by itself.',
  onItsWay: 'On its way.',
  /** Given to the network, and then the signal went: nobody knows whether it arrived. */
  unanswered: 'No answer yet',
  /** A refusal that came without one. */
  noReason: 'An error occurred.',
  askedAgain: 'It is asked again by itself.',
  arrived: 'It is out there.',
  seeOutbox: 'See outbox',
  refusedSummary: (count: number) => (count === 1 ? '1 was not sent' : `${count} were not sent`),
} as const;
