/** What the shell and entries of the feed say; the screen itself has its words in outbox-screen.ts, which is loaded with it. */
export const outboxCopy = {
  title: 'Outbox',
  stamps: { queued: 'Queued', sending: 'Sending', sent: 'Sent', refused: 'Not sent' },
  stampAt: (word: string, time: string) => `${word} ${time}`,
  byItself: 'Will send automatically.',
  onItsWay: 'Sending.',
  /** Given to the network, and then the signal went: nobody knows whether it arrived. */
  unanswered: 'No answer yet',
  /** A refusal that came without one. */
  noReason: 'An error occurred.',
  askedAgain: 'Checking with the server.',
  arrived: 'Sent.',
  seeOutbox: 'See outbox',
  refusedSummary: (count: number) => (count === 1 ? '1 was not sent' : `${count} were not sent`),
} as const;
