import { useState } from 'react';
import { draftsCopy } from '#copy/drafts.ts';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { shellCopy } from '#copy/shell.ts';
import { DraftState } from '#features/drafts/draft-state.tsx';
import { DraftsDialog } from '#features/drafts/drafts-dialog.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useDrafts } from '#features/drafts/use-drafts.ts';
import { Button } from '#ui/button.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { CloseIcon } from '#ui/icons/icons.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { toast } from '#ui/toast-store.ts';
import { Composer } from './composer.tsx';
import styles from './composer-page.module.css';

const PLACE = 'post';

interface ComposerPageProps {
  offline: boolean;
  onPosted: () => void;
  /** The member has no username yet. Their draft waits. */
  onNeedsUsername: () => void;
}

/** The composer of a new post, or of a draft. */
export function ComposerPage({ offline, onPosted, onNeedsUsername }: ComposerPageProps) {
  const { draft, saved, change, changeFiles, switchTo } = useDraft(PLACE);
  const drafts = useDrafts(PLACE);
  const [listing, setListing] = useState(false);
  const go = async (id: string | null) => {
    setListing(false);
    if (!(await switchTo(id))) toast(draftsCopy.elsewhere);
  };
  return (
    <>
      <PageBar
        title={postPagesCopy.newPost}
        start={
          <IconLink to="/" aria-label={postPagesCopy.close}>
            <CloseIcon />
          </IconLink>
        }
        note={<DraftState saved={saved} />}
        end={
          drafts.length > 0 && (
            <Button kind="text" size="s" onClick={() => setListing(true)}>
              {draftsCopy.open(drafts.length)}
            </Button>
          )
        }
      />
      {draft ? (
        <Composer
          key={draft.id}
          draftId={draft.id}
          text={draft.text}
          pictures={draft.files}
          onChange={change}
          onPictures={(edit) => changeFiles(draft.id, edit)}
          offline={offline}
          onPosted={onPosted}
          onNeedsUsername={() => {
            toast(errorText('username_missing'), { tone: 'stop' });
            onNeedsUsername();
          }}
        />
      ) : (
        <p className={styles.wait}>{shellCopy.loading}</p>
      )}
      <DraftsDialog
        open={listing}
        drafts={drafts}
        currentId={draft?.id ?? null}
        onClose={() => setListing(false)}
        onChoose={(id) => void go(id)}
        onDiscarded={(id) => {
          if (id === draft?.id) void switchTo(null);
        }}
      />
    </>
  );
}
