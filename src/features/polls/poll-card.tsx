import type { Poll } from '#contract/poll-row.ts';
import { pollCardCopy } from '#copy/poll-card.ts';
import { useIsMember } from '#features/me/queries.ts';
import { useAskToLogIn } from '#features/votes/use-ask-to-log-in.ts';
import { toast } from '#ui/toast-store.ts';
import styles from './poll-card.module.css';

interface PollCardProps {
  postId: string;
  pollId: string;
  poll: Poll;
}

/** §4: after the vote the options are disabled and show whole percentages. */
export function PollCard({ postId, pollId, poll }: PollCardProps) {
  // In the first chunk, which is small: it renders again only with its post.
  'use no memo';
  const isMember = useIsMember();
  const askToLogIn = useAskToLogIn(postId);
  const voted = poll.mine !== null;
  const vote = async (option: number) => {
    if (!isMember) return askToLogIn();
    // Loaded on demand, because the first chunk contains neither mutations nor error texts.
    const [{ votePoll }, { errorText }] = await Promise.all([import('./mutations.ts'), import('#copy/errors.ts')]);
    const result = await votePoll(pollId, option);
    // A double tap: the first vote is on screen.
    if (!result.ok && result.code !== 'voted_already') toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <fieldset className={styles.poll} aria-label={pollCardCopy.label}>
      <p className={styles.question} dir="auto">
        {poll.question}
      </p>
      <ul>
        {poll.options.map((option, index) => {
          const percent = poll.total === 0 ? 0 : Math.round(((poll.counts[index] ?? 0) / poll.total) * 100);
          const mine = poll.mine === index;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- options have no other identity, and never move
            <li key={index} className={styles.option} data-mine={mine}>
              <button
                type="button"
                className={styles.choice}
                disabled={voted}
                aria-label={voted ? undefined : pollCardCopy.vote(option)}
                onClick={() => void vote(index)}
              >
                <span className={styles.ring} aria-hidden="true" />
                <span className={styles.label} dir="auto">
                  {option}
                  {mine && <span className={styles.mine}>{pollCardCopy.mine}</span>}
                </span>
                {voted && <b className={styles.percent}>{pollCardCopy.percent(percent)}</b>}
              </button>
              {voted && (
                // Not a style: a drawn page has none.
                <svg className={styles.bar} aria-hidden="true">
                  <rect width={`${percent}%`} height="100%" />
                </svg>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.total}>
        {pollCardCopy.total(poll.total)}
        {!voted && ` · ${pollCardCopy.final}`}
      </p>
    </fieldset>
  );
}
