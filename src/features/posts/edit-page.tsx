import { useState, type ReactNode } from 'react';
import { draftsCopy } from '#copy/drafts.ts';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { shellCopy } from '#copy/shell.ts';
import { DraftState } from '#features/drafts/draft-state.tsx';
import { discardDraft } from '#features/drafts/drafts.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useMe } from '#features/me/queries.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { CloseIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { GlobeIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './composer-page.module.css';
import { editPost } from './mutations.ts';
import { PinSwitch } from './pin-switch.tsx';
import { PostFields } from './post-fields.tsx';
import { type OpenPost, usePost, useRememberedPost } from './queries.ts';
import type { FeedPost } from '#contract/feed-post.ts';

/** What the member can correct in the form: §5 has its own sentences. */
const FORM_ERRORS = new Set<string>(['post_empty', 'too_long']);

interface EditPageProps {
  postId: string;
  offline: boolean;
  onUpdated: () => void;
}

/** §2: edits the text of the member's own post. Unsaved changes are a draft. */
export function EditPage(props: EditPageProps) {
  return (
    <ReplicaGate fallback={<NotOpen postId={props.postId} />}>
      <StoredPost {...props} />
    </ReplicaGate>
  );
}

function StoredPost({ postId, offline, onUpdated }: EditPageProps) {
  const { post, missing } = usePost(postId);
  if (post?.mine) return <EditForm key={postId} post={post} offline={offline} onUpdated={onUpdated} />;
  return <NoPost problem={post ? 'not_yours' : missing} />;
}

/** Shows no form yet, even if the post is in memory: the form would lose the focus when the database opens. */
function NotOpen({ postId }: { postId: string }) {
  return <NoPost problem={useRememberedPost(postId).missing} />;
}

function NoPost({ problem }: { problem: OpenPost['missing'] | 'not_yours' }) {
  return (
    <>
      <Bar />
      {problem === 'loading' ? (
        <output className={styles.wait}>{postPagesCopy.postLoading}</output>
      ) : problem === 'offline' ? (
        <Missing drawing={<FlagFlying />} title={postPagesCopy.notOnDeviceTitle} />
      ) : (
        <Missing drawing={<BareFrame />} title={problem === 'gone' ? postPagesCopy.notFound : postPagesCopy.notYours} />
      )}
    </>
  );
}

function EditForm({ post, offline, onUpdated }: { post: FeedPost; offline: boolean; onUpdated: () => void }) {
  const me = useMe();
  const { draft, saved, change } = useDraft(`edit:${post.id}`, { title: post.title, description: post.description });
  const [pinned, setPinned] = useState(post.sticky);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const mayPin = me?.role === 'ceo' || me?.role === 'admin';
  if (!draft) {
    return (
      <>
        <Bar />
        <output className={styles.wait}>{postPagesCopy.postLoading}</output>
      </>
    );
  }
  const { title = '', description = '' } = draft.text;
  const submit = async () => {
    setBusy(true);
    const sticky = mayPin && pinned !== post.sticky ? pinned : undefined;
    const result = await editPost({ id: post.id, title, description, sticky }).catch((thrown: Error) => thrown);
    setBusy(false);
    if (result instanceof Error) return setError(postPagesCopy.unexpected(result.message));
    if (!result.ok) {
      const text = errorText(result.code);
      return setError(FORM_ERRORS.has(result.code) ? text : postPagesCopy.updateFailed(text));
    }
    await discardDraft(draft.id);
    toast(postPagesCopy.updated);
    onUpdated();
  };
  return (
    <>
      <Bar note={<DraftState saved={saved} />} />
      <PostFields
        title={title}
        description={description}
        error={error}
        busy={busy}
        submitLabel={postPagesCopy.update}
        hint={offline ? postPagesCopy.offlineHint : null}
        onChange={(part) => {
          setError(null);
          change(part);
        }}
        onSubmit={() => void submit()}
        bar={
          <>
            <FixedAudience post={post} />
            <PinSwitch
              checked={pinned}
              disabled={!mayPin}
              reason={mayPin ? undefined : postPagesCopy.pinReason}
              onChange={setPinned}
            />
          </>
        }
      />
    </>
  );
}

/** The audience of a post never changes. */
function FixedAudience({ post }: { post: FeedPost }) {
  const Icon = post.visibility === 'public' ? GlobeIcon : UsersIcon;
  return (
    <p className={styles.fixed}>
      <Icon />
      <span>
        <b>{postPagesCopy.audiences[post.visibility].name}</b>
        <small>{postPagesCopy.audienceSoon}</small>
      </span>
    </p>
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

function Missing({ drawing, title }: { drawing: ReactNode; title: string }) {
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      action={
        <LinkButton to="/" kind="outline" size="s">
          {shellCopy.home}
        </LinkButton>
      }
    />
  );
}
