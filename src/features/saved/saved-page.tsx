import { savedCopy } from '#copy/saved.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { SaveButton } from '#features/post-actions/save-button.tsx';
import { useDataSaver } from '#features/settings/queries.ts';
import { isUnreachable } from '#lib/missing.ts';
import { NotHere } from '#ui/not-here.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LockIcon } from '#ui/icons/more-icons.tsx';
import { FreshTarget } from '#ui/quiet-drawings.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';
import { type SavedPosts, useSavedPosts } from './queries.ts';
import styles from './saved-page.module.css';

export function SavedPage() {
  const { posts, hidden, isLoadingOlder, complete, missing, showOlder } = useSavedPosts();
  return (
    <>
      {posts.length > 0 && <PrivacyNote />}
      {posts.length === 0 && hidden === 0 && <NothingShown complete={complete} missing={missing} />}
      {posts.length > 0 && (
        <div className={styles.list}>
          <VirtualList
            items={posts}
            getKey={({ id }) => id}
            renderItem={(post) => <FeedEntry post={post} end={<SaveButton postId={post.id} saved={post.saved} />} />}
            label={savedCopy.list}
            busy={!complete && !isUnreachable(missing)}
            estimate={220}
            shortest={140}
            restoreKey="saved"
            onEndNear={showOlder}
          />
        </div>
      )}
      {hidden > 0 && <p className={styles.foot}>{savedCopy.hidden(hidden)}</p>}
      {posts.length > 0 && isLoadingOlder && (
        <output className={styles.foot}>{isUnreachable(missing) ? savedCopy.olderNotHere : savedCopy.loading}</output>
      )}
    </>
  );
}

function PrivacyNote() {
  const savesData = useDataSaver();
  return (
    <p className={styles.note}>
      <LockIcon />
      <span>
        {savesData ? savedCopy.onlyYouNoPictures : savedCopy.onlyYou} <b>{savedCopy.onDevice}</b>
      </span>
    </p>
  );
}

/** "No saved posts" only after the server has confirmed it. */
function NothingShown({ complete, missing }: Pick<SavedPosts, 'complete' | 'missing'>) {
  if (complete) return <EmptyState drawing={<FreshTarget />} title={savedCopy.empty} text={savedCopy.emptyText} />;
  const { loading, notOnDevice, notOnDeviceText } = savedCopy;
  return <NotHere missing={missing} loading={loading} title={notOnDevice} text={notOnDeviceText} />;
}
