import { useEffect, useState } from 'react';
import { draftsCopy } from '#copy/drafts.ts';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { shellCopy } from '#copy/shell.ts';
import { moveInto, undoShared } from '#features/drafts/drafts.ts';
import { DraftState } from '#features/drafts/draft-state.tsx';
import { DraftsDialog } from '#features/drafts/drafts-dialog.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useDrafts } from '#features/drafts/use-drafts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { CloseIcon } from '#ui/icons/icons.tsx';
import { TextIcon, ShareIcon } from '#ui/icons/more-icons.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { toast } from '#ui/toast-store.ts';
import { Composer } from './composer.tsx';
import { WaitLine } from '#ui/wait-line.tsx';

interface ComposerPageProps {
  offline: boolean;
  onPosted: () => void;
  /** The member has no username yet. Their draft waits. */
  onNeedsUsername: () => void;
}

/** The composer of a new post, or of a draft. */
export function ComposerPage({ offline, onPosted, onNeedsUsername }: ComposerPageProps) {
  const { draft, saved, change, changeFiles, switchTo } = useDraft('post', {}, true);
  const drafts = useDrafts('post');
  const [listing, setListing] = useState<'all' | 'move' | null>(null);
  const go = async (id: string | null) => {
    setListing(null);
    if (!(await switchTo(id))) toast(draftsCopy.elsewhere);
  };
  const arrived = draft?.arrived;
  const others = drafts.filter(({ id }) => id !== draft?.id);
  const undo = async (id: string) => {
    await switchTo(others[0]?.id ?? null);
    await undoShared(id);
  };
  const move = async (id: string) => {
    setListing(null);
    if (draft && (await moveInto(draft.id, id))) await switchTo(id);
    else toast(draftsCopy.notMoved, { tone: 'stop' });
  };
  useEffect(() => {
    if (new URLSearchParams(location.search).get('share') !== 'failed') return;
    toast(draftsCopy.notArrived, { tone: 'stop' });
    // A reload must not report it again.
    history.replaceState(history.state, '', location.pathname);
  }, []);
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
            <Button kind="text" size="s" onClick={() => setListing('all')}>
              {draftsCopy.open(drafts.length)}
            </Button>
          )
        }
      />
      {draft && arrived && (
        <Banner
          tone="unsent"
          icon={<ShareIcon />}
          title={draftsCopy.arrived(arrived.files.length)}
          action={
            <Button kind="text" size="s" onClick={() => void undo(draft.id)}>
              {draftsCopy.undo}
            </Button>
          }
        >
          {draftsCopy.arrivedWhere}
        </Banner>
      )}
      {draft ? (
        <Composer
          key={draft.id}
          draftId={draft.id}
          fields={draft.fields}
          pictures={draft.files}
          arrived={arrived}
          below={
            arrived &&
            others.length > 0 && (
              <Button kind="text" size="s" onClick={() => setListing('move')}>
                <TextIcon size="s" />
                {draftsCopy.move}
              </Button>
            )
          }
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
        <WaitLine>{shellCopy.loading}</WaitLine>
      )}
      <DraftsDialog
        open={listing !== null}
        isMoving={listing === 'move'}
        drafts={drafts}
        currentId={draft?.id ?? null}
        onClose={() => setListing(null)}
        onChoose={(id) => void (listing === 'move' && id ? move(id) : go(id))}
        onDiscarded={(id) => {
          if (id === draft?.id) void switchTo(null);
        }}
      />
    </>
  );
}
