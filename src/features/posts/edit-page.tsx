import { DeadEnd } from '#ui/dead-end.tsx';
import type { ReactNode } from 'react';
import { draftsCopy } from '#copy/drafts.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { DraftState } from '#features/drafts/draft-state.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { CloseIcon } from '#ui/icons/icons.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import { EditForm } from './edit-form.tsx';
import { type OpenPost, usePost } from './queries.ts';
import type { FeedPost } from '#contract/feed-post.ts';

interface EditPageProps {
  postId: string;
  offline: boolean;
  onUpdated: () => void;
}

/** §2: edits the member's own post. Unsaved changes are a draft. */
export function EditPage({ postId, offline, onUpdated }: EditPageProps) {
  const { post, missing } = usePost(postId);
  if (post?.mine) return <LoadedPost key={postId} post={post} offline={offline} onUpdated={onUpdated} />;
  return <NoPost problem={post ? 'not_yours' : missing} />;
}

function NoPost({ problem }: { problem: OpenPost['missing'] | 'not_yours' }) {
  return (
    <>
      <Bar />
      {problem === 'loading' ? (
        <WaitLine>{postPagesCopy.postLoading}</WaitLine>
      ) : problem === 'offline' || problem === 'unavailable' ? (
        <DeadEnd drawing={<FlagFlying />} title={postPagesCopy.notOnDeviceTitle} />
      ) : (
        <DeadEnd drawing={<BareFrame />} title={problem === 'gone' ? postPagesCopy.notFound : postPagesCopy.notYours} />
      )}
    </>
  );
}

function LoadedPost({ post, offline, onUpdated }: Pick<EditPageProps, 'offline' | 'onUpdated'> & { post: FeedPost }) {
  const { draft, saved, ...write } = useDraft(`edit:${post.id}`, { title: post.title, description: post.description });
  if (!draft) {
    return (
      <>
        <Bar />
        <WaitLine>{postPagesCopy.postLoading}</WaitLine>
      </>
    );
  }
  return (
    <>
      <Bar note={<DraftState saved={saved} />} />
      <EditForm
        post={post}
        draft={draft}
        change={write.change}
        changeFiles={write.changeFiles}
        offline={offline}
        onUpdated={onUpdated}
      />
    </>
  );
}

function Bar({ note }: { note?: ReactNode }) {
  return (
    <PageBar
      title={postPagesCopy.editPost}
      start={
        <IconLink to="/" aria-label={draftsCopy.close}>
          <CloseIcon />
        </IconLink>
      }
      note={note}
    />
  );
}
