import { postsCopy } from '#copy/posts.ts';
import { shellCopy } from '#copy/shell.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { FeedEntry } from './feed-entry.tsx';
import styles from './wait.module.css';
import { usePost } from './queries.ts';

/** One post. "Deleted" is said only while the server can be heard: what is not on the device may well be there. */
export function PostPage({ postId, offline }: { postId: string; offline: boolean }) {
  const { post, synced } = usePost(postId);
  if (post) return <FeedEntry post={post} whole />;
  if (offline) {
    return (
      <EmptyState
        heading="h1"
        drawing={<FlagFlying />}
        title={postsCopy.notOnDeviceTitle}
        text={postsCopy.notOnDeviceText}
        action={
          <LinkButton to="/" kind="outline" size="s">
            {shellCopy.home}
          </LinkButton>
        }
      />
    );
  }
  if (synced) {
    return (
      <EmptyState
        heading="h1"
        drawing={<BareFrame />}
        title={postsCopy.notFound}
        text={postsCopy.notFoundText}
        action={
          <LinkButton to="/" kind="outline" size="s">
            {shellCopy.home}
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      <output className={styles.wait}>{postsCopy.postLoading}</output>
      <EntrySkeleton entries={1} />
    </>
  );
}
