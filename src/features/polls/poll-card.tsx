import { errorText } from '#copy/errors.ts';
import { pollsCopy } from '#copy/polls.ts';
import { votesCopy } from '#copy/votes.ts';
import { useIsMember } from '#features/me/queries.ts';
import { toast } from '#ui/toast-store.ts';
import { votePoll } from './mutations.ts';
import styles from './poll-card.module.css';
import { usePoll } from './queries.ts';

/** §4: after the vote the options are disabled and show whole percentages. */
export function PollCard({ pollId }: { pollId: string }) {
  const poll = usePoll(pollId);
  const isMember = useIsMember();
  if (!poll) return null;
  const voted = poll.mine !== null;
  const vote = async (option: number) => {
    if (!isMember) return toast(votesCopy.logIn);
    const result = await votePoll(pollId, option);
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <fieldset className={styles.poll} aria-label={pollsCopy.label}>
      <p className={styles.question}>{poll.question}</p>
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
                aria-label={voted ? undefined : pollsCopy.vote(option)}
                onClick={() => void vote(index)}
              >
                <span className={styles.ring} aria-hidden="true" />
                <span className={styles.label}>
                  {option}
                  {mine && <span className={styles.mine}>{pollsCopy.mine}</span>}
                </span>
                {voted && <b className={styles.percent}>{pollsCopy.percent(percent)}</b>}
              </button>
              {voted && (
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ inlineSize: `${percent}%` }} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.total}>
        {pollsCopy.total(poll.total)}
        {!voted && ` · ${pollsCopy.final}`}
      </p>
    </fieldset>
  );
}
