import type { Poll } from '#contract/poll-row.ts';
import { errorText } from '#copy/errors.ts';
import { pollCardCopy } from '#copy/poll-card.ts';
import styles from './poll-builder.module.css';

/** The poll of a post in its form, after the first vote. */
export function FixedPoll({ poll: { question, options } }: { poll: Pick<Poll, 'question' | 'options'> }) {
  return (
    <section className={styles.poll} aria-label={pollCardCopy.label}>
      <p className={styles.fixed} dir="auto">
        <b>{question}</b>
      </p>
      <ul>
        {options.map((option, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- options have no other identity, and never move
          <li key={index} className={styles.fixed} dir="auto">
            {option}
          </li>
        ))}
      </ul>
      <p className={styles.order}>{errorText('poll_voted')}</p>
    </section>
  );
}
