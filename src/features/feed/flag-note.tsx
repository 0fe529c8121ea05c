import { moderationCopy } from '#copy/moderation.ts';
import { EyeOffIcon } from '#ui/icons/more-icons.tsx';
import styles from './flag-note.module.css';

/** For staff: who flagged the post, and how many reports of it are open. `flag` is that of FeedPost. */
export function FlagNote({ flag }: { flag: string }) {
  const [username, reports] = JSON.parse(flag) as [string | null, number];
  return (
    <span className={styles.note}>
      <EyeOffIcon size="s" />
      {moderationCopy.flagNote(username, reports)}
    </span>
  );
}
