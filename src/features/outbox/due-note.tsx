import { useNavigate } from '@tanstack/react-router';
import { duePostCopy, uploadsCopy } from '#copy/media.ts';
import { takingStore } from '#features/media/reduce-mutations.ts';
import { useStore } from '#lib/use-store.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { takeBack } from './due-mutations.ts';
import type { DuePost } from './due-queries.ts';
import styles from './entry-uploads.module.css';

export const nameOfDue = ({ title, description }: DuePost): string => title || description || uploadsCopy.untitled;

interface DueNoteProps {
  post: DuePost;
  /** In a section that has one stamp for all its lines. */
  unstamped?: boolean;
}

/** How many photos of a submitted post are reduced. The member can take it back. */
export function DueNote({ post, unstamped = false }: DueNoteProps) {
  const navigate = useNavigate();
  const { draft, photos } = post;
  const ready = post.pictures.length;
  // Of the photo that is being reduced.
  const { progress = 0 } = useStore(takingStore).find((each) => each.draft === draft) ?? {};
  const name = nameOfDue(post);
  const edit = async () => {
    if (await takeBack(draft)) await navigate({ to: '/create-post' });
  };
  return (
    <div className={styles.uploads}>
      <Progress
        label={duePostCopy.label(name)}
        value={photos > 0 ? (ready + progress) / photos : 0}
        note={duePostCopy.ready(ready, photos)}
      />
      <div className={styles.line}>
        {!unstamped && <Stamp state="queued" label={duePostCopy.stamp} />}
        <p>
          {duePostCopy.hint}{' '}
          <Button kind="text" size="s" aria-label={duePostCopy.editOf(name)} onClick={() => void edit()}>
            {duePostCopy.edit}
          </Button>
        </p>
      </div>
    </div>
  );
}
