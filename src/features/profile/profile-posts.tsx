import { profileCopy } from '#copy/profile.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { Card } from '#ui/card.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';
import styles from './profile-posts.module.css';
import type { Profile, ProfilePosts as Posts } from './queries.ts';

interface ProfilePostsProps extends Posts {
  profile: Profile;
  offline: boolean;
}

/** The member's posts, newest first, as in the feed. Older ones are loaded at the end of the list. */
export function ProfilePosts({ profile, offline, posts, complete, showOlder }: ProfilePostsProps) {
  return (
    <>
      <Card title={profileCopy.posts} className={styles.title} />
      {posts.length > 0 && (
        <div className={styles.list}>
          <VirtualList
            items={posts}
            getKey={({ id }) => id}
            renderItem={(post) => <FeedEntry post={post} />}
            label={profileCopy.posts}
            busy={!complete}
            onEndNear={showOlder}
            estimate={220}
            shortest={140}
            restoreKey={`profile:${profile.id}`}
          />
        </div>
      )}
      {posts.length === 0 && (
        <output className={styles.note}>
          {complete ? profileCopy.noPosts : offline ? profileCopy.postsNotOnDevice : profileCopy.loading}
        </output>
      )}
      {offline && showOlder && posts.length > 0 && <p className={styles.note}>{profileCopy.olderNotHere}</p>}
    </>
  );
}
