import { useEffect, useState } from 'react';
import { postsCopy } from '#copy/posts.ts';
import { shellCopy } from '#copy/shell.ts';
import { IconLink } from '#ui/icon-link.tsx';
import { CloseIcon, SaveIcon } from '#ui/icons/icons.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { Composer } from './composer.tsx';
import { loadPostDraft, type PostDraft } from './drafts.ts';
import styles from './composer-page.module.css';

interface ComposerPageProps {
  offline: boolean;
  onPosted: () => void;
}

export function ComposerPage({ offline, onPosted }: ComposerPageProps) {
  const [draft, setDraft] = useState<PostDraft | null>(null);
  const [kept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    void loadPostDraft().then((found) => {
      if (gone) return;
      setDraft(found);
      if (found.title || found.description) setKept(true);
    });
    return () => {
      gone = true;
    };
  }, []);
  const note = kept === null ? postsCopy.draftNone : kept ? postsCopy.draftSaved : postsCopy.draftUnsaved;
  return (
    <>
      <PageBar
        title={postsCopy.newPost}
        start={
          <IconLink to="/" aria-label={postsCopy.close}>
            <CloseIcon />
          </IconLink>
        }
        note={
          <span className={styles.kept}>
            <SaveIcon size="s" />
            {note}
          </span>
        }
      />
      {draft ? (
        <Composer draft={draft} offline={offline} onPosted={onPosted} onDraftKept={setKept} />
      ) : (
        <p className={styles.wait}>{shellCopy.loading}</p>
      )}
    </>
  );
}
