import { useIsMember } from '#features/me/queries.ts';
import { votesCopy } from '#copy/votes.ts';
import { VoteDownIcon, VoteIcon } from '#ui/icons/icons.tsx';
import { toast } from '#ui/toast-store.ts';
import { useAskToLogIn } from './use-ask-to-log-in.ts';
import styles from './vote-buttons.module.css';

interface VoteButtonsProps {
  postId: string;
  score: number;
  vote: -1 | 0 | 1;
}

/** Up, score, down. The same vote again removes it. The score includes the member's own unsent vote. */
export function VoteButtons({ postId, score, vote }: VoteButtonsProps) {
  const isMember = useIsMember();
  const askToLogIn = useAskToLogIn(postId);
  const cast = async (value: 1 | -1) => {
    if (!isMember) return askToLogIn();
    // Loaded on demand, because the first chunk contains neither mutations nor error texts.
    const [{ votePost }, { errorText }] = await Promise.all([import('./mutations.ts'), import('#copy/errors.ts')]);
    const result = await votePost(postId, value);
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <fieldset className={styles.votes} aria-label={votesCopy.group}>
      <button
        type="button"
        className={styles.button}
        aria-label={votesCopy.up}
        aria-pressed={vote === 1}
        aria-keyshortcuts="l"
        onClick={() => void cast(1)}
      >
        <VoteIcon />
      </button>
      <b className={styles.score}>
        <span aria-hidden="true">{score}</span>
        <span className="sr">{votesCopy.score(score)}</span>
      </b>
      <button
        type="button"
        className={styles.button}
        aria-label={votesCopy.down}
        aria-pressed={vote === -1}
        onClick={() => void cast(-1)}
      >
        <VoteDownIcon />
      </button>
    </fieldset>
  );
}
