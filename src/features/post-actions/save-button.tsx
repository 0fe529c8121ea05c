import { savedCopy } from '#copy/saved.ts';
import { useIsMember } from '#features/me/queries.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { BookmarkIcon } from '#ui/icons/more-icons.tsx';
import styles from './save-button.module.css';
import { useSave } from './use-save.ts';

/** A bookmark at the end of a post's line of counts: filled when the post is saved. Guests save nothing. */
export function SaveButton({ postId, saved }: { postId: string; saved: boolean }) {
  const save = useSave();
  if (!useIsMember()) return null;
  return (
    <span className={styles.save}>
      <IconButton
        label={saved ? savedCopy.remove : savedCopy.add}
        pressed={saved}
        onClick={() => void save(postId, !saved)}
      >
        <BookmarkIcon on={saved} />
      </IconButton>
    </span>
  );
}
